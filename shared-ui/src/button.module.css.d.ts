// Written by `pnpm class-types`.
declare const classes: {
  readonly button: string;
  readonly danger: string;
  readonly primary: string;
  readonly small: string;
};
export default classes;
