// Written by `pnpm class-types`.
declare const classes: {
  readonly day: string;
  readonly error: string;
  readonly failed: string;
  readonly header: string;
  readonly label: string;
  readonly leaf: string;
  readonly notice: string;
  readonly part: string;
  readonly picker: string;
  readonly slots: string;
  readonly state: string;
  readonly times: string;
  readonly title: string;
  readonly zone: string;
};
export default classes;
