// Written by `pnpm class-types`.
declare const classes: {
  readonly path: string;
};
export default classes;
