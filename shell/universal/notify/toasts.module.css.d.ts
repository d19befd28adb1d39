// Written by `pnpm class-types`.
declare const classes: {
  readonly area: string;
  readonly row: string;
  readonly stack: string;
};
export default classes;
