// Written by `pnpm class-types`.
declare const classes: {
  readonly check: string;
  readonly field: string;
};
export default classes;
