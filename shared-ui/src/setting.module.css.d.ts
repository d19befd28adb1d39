// Written by `pnpm class-types`.
declare const classes: {
  readonly about: string;
  readonly panel: string;
  readonly setting: string;
};
export default classes;
