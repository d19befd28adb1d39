// Written by `pnpm class-types`.
declare const classes: {
  readonly box: string;
  readonly text: string;
};
export default classes;
