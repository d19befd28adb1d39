// Written by `pnpm class-types`.
declare const classes: {
  readonly end: string;
  readonly lead: string;
  readonly page: string;
  readonly stage: string;
  readonly stages: string;
};
export default classes;
