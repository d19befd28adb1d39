// Written by `pnpm class-types`.
declare const classes: {
  readonly action: string;
  readonly card: string;
  readonly coach: string;
  readonly face: string;
  readonly how: string;
  readonly lines: string;
  readonly more: string;
  readonly note: string;
  readonly place: string;
  readonly policy: string;
  readonly press: string;
  readonly promise: string;
  readonly summary: string;
  readonly total: string;
};
export default classes;
