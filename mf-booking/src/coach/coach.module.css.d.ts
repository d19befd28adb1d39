// Written by `pnpm class-types`.
declare const classes: {
  readonly description: string;
  readonly facts: string;
  readonly header: string;
  readonly ranks: string;
  readonly rating: string;
  readonly tag: string;
  readonly who: string;
};
export default classes;
