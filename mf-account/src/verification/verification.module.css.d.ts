// Written by `pnpm class-types`.
declare const classes: {
  readonly check: string;
};
export default classes;
