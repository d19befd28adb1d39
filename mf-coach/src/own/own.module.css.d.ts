// Written by `pnpm class-types`.
declare const classes: {
  readonly page: string;
  readonly tabs: string;
};
export default classes;
