// Written by `pnpm class-types`.
declare const classes: {
  readonly beside: string;
  readonly line: string;
  readonly row: string;
  readonly single: string;
  readonly wide: string;
};
export default classes;
