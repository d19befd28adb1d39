// Written by `pnpm class-types`.
declare const classes: {
  readonly columns: string;
  readonly contents: string;
  readonly contentsBone: string;
  readonly page: string;
  readonly words: string;
};
export default classes;
