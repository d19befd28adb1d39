// Written by `pnpm class-types`.
declare const classes: {
  readonly figures: string;
};
export default classes;
