// Written by `pnpm class-types`.
declare const classes: {
  readonly page: string;
};
export default classes;
