// Written by `pnpm class-types`.
declare const classes: {
  readonly actions: string;
  readonly dialog: string;
  readonly note: string;
  readonly title: string;
};
export default classes;
