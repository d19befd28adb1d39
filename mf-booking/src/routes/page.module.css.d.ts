// Written by `pnpm class-types`.
declare const classes: {
  readonly beside: string;
  readonly drawing: string;
  readonly row: string;
  readonly single: string;
  readonly wide: string;
};
export default classes;
