// Written by `pnpm class-types`.
declare const classes: {
  readonly author: string;
  readonly comment: string;
  readonly rating: string;
  readonly reply: string;
  readonly review: string;
  readonly summary: string;
  readonly verified: string;
};
export default classes;
