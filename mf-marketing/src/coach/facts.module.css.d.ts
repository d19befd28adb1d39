// Written by `pnpm class-types`.
declare const classes: {
  readonly price: string;
  readonly promise: string;
  readonly ranks: string;
  readonly rating: string;
};
export default classes;
