// Written by `pnpm class-types`.
declare const classes: {
  readonly plain: string;
  readonly text: string;
};
export default classes;
