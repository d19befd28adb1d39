// Written by `pnpm class-types`.
declare const classes: {
  readonly panel: string;
  readonly scroll: string;
  readonly top: string;
};
export default classes;
