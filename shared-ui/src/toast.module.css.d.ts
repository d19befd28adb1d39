// Written by `pnpm class-types`.
declare const classes: {
  readonly action: string;
  readonly toast: string;
};
export default classes;
