// Written by `pnpm class-types`.
declare const classes: {
  readonly pill: string;
};
export default classes;
