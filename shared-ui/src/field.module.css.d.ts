// Written by `pnpm class-types`.
declare const classes: {
  readonly control: string;
  readonly error: string;
  readonly field: string;
  readonly hint: string;
  readonly label: string;
  readonly line: string;
  readonly lines: string;
  readonly password: string;
  readonly reveal: string;
};
export default classes;
