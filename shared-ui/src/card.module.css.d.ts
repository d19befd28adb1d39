// Written by `pnpm class-types`.
declare const classes: {
  readonly banner: string;
  readonly card: string;
  readonly danger: string;
  readonly info: string;
  readonly offer: string;
  readonly success: string;
};
export default classes;
