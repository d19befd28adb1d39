// Written by `pnpm class-types`.
declare const classes: {
  readonly linked: string;
};
export default classes;
