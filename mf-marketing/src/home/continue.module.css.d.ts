// Written by `pnpm class-types`.
declare const classes: {
  readonly continue: string;
};
export default classes;
