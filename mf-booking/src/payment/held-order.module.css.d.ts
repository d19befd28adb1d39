// Written by `pnpm class-types`.
declare const classes: {
  readonly held: string;
  readonly total: string;
};
export default classes;
