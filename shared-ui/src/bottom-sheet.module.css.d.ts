// Written by `pnpm class-types`.
declare const classes: {
  readonly head: string;
  readonly sheet: string;
};
export default classes;
