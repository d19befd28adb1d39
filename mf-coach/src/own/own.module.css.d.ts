// Written by `pnpm class-types`.
declare const classes: {
  readonly fields: string;
  readonly page: string;
  readonly quiet: string;
  readonly rows: string;
  readonly save: string;
  readonly tabs: string;
};
export default classes;
