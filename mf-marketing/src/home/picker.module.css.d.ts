// Written by `pnpm class-types`.
declare const classes: {
  readonly onSmall: string;
  readonly onWide: string;
  readonly sheet: string;
};
export default classes;
