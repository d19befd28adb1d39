// Written by `pnpm class-types`.
declare const classes: {
  readonly brand: string;
  readonly columns: string;
  readonly end: string;
  readonly footer: string;
  readonly games: string;
  readonly links: string;
};
export default classes;
