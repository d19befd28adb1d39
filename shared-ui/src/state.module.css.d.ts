// Written by `pnpm class-types`.
declare const classes: {
  readonly state: string;
};
export default classes;
