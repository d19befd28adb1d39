// Written by `pnpm class-types`.
declare const classes: {
  readonly cards: string;
  readonly fields: string;
  readonly page: string;
  readonly press: string;
  readonly quiet: string;
  readonly rows: string;
  readonly save: string;
  readonly small: string;
  readonly tabs: string;
};
export default classes;
