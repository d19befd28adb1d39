// Written by `pnpm class-types`.
declare const classes: {
  readonly cards: string;
  readonly fields: string;
  readonly press: string;
  readonly quiet: string;
  readonly rows: string;
  readonly save: string;
  readonly small: string;
};
export default classes;
