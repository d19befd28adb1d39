// Written by `pnpm class-types`.
declare const classes: {
  readonly failure: string;
  readonly missing: string;
  readonly pending: string;
};
export default classes;
