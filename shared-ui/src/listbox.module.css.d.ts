// Written by `pnpm class-types`.
declare const classes: {
  readonly action: string;
  readonly button: string;
  readonly list: string;
  readonly root: string;
};
export default classes;
