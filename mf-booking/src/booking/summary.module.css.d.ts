// Written by `pnpm class-types`.
declare const classes: {
  readonly action: string;
  readonly card: string;
  readonly coach: string;
  readonly how: string;
  readonly lines: string;
  readonly more: string;
  readonly note: string;
  readonly promise: string;
  readonly summary: string;
  readonly total: string;
};
export default classes;
