// Written by `pnpm class-types`.
declare const classes: {
  readonly check: string;
  readonly field: string;
  readonly mark: string;
};
export default classes;
