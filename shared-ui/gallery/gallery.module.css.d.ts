// Written by `pnpm class-types`.
declare const classes: {
  readonly page: string;
  readonly row: string;
  readonly section: string;
  readonly wide: string;
};
export default classes;
