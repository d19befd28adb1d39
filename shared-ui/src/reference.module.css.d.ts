// Written by `pnpm class-types`.
declare const classes: {
  readonly reference: string;
};
export default classes;
