// Written by `pnpm class-types`.
declare const classes: {
  readonly card: string;
  readonly line: string;
  readonly panel: string;
  readonly skeleton: string;
};
export default classes;
