// Written by `pnpm class-types`.
declare const classes: {
  readonly card: string;
};
export default classes;
