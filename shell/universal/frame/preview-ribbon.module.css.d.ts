// Written by `pnpm class-types`.
declare const classes: {
  readonly ribbon: string;
};
export default classes;
