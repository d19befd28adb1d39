// Written by `pnpm class-types`.
declare const classes: {
  readonly brand: string;
  readonly columns: string;
  readonly end: string;
  readonly footer: string;
  readonly links: string;
  readonly selectable: string;
};
export default classes;
