// Written by `pnpm class-types`.
declare const classes: {
  readonly icon: string;
};
export default classes;
