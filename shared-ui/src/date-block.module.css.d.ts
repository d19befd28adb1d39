// Written by `pnpm class-types`.
declare const classes: {
  readonly block: string;
};
export default classes;
