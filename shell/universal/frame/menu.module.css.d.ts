// Written by `pnpm class-types`.
declare const classes: {
  readonly menu: string;
  readonly sheet: string;
  readonly toggle: string;
};
export default classes;
