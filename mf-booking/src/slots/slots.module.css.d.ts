// Written by `pnpm class-types`.
declare const classes: {
  readonly day: string;
  readonly failed: string;
  readonly head: string;
  readonly header: string;
  readonly hidden: string;
  readonly label: string;
  readonly leaf: string;
  readonly none: string;
  readonly notice: string;
  readonly part: string;
  readonly picker: string;
  readonly search: string;
  readonly slots: string;
  readonly state: string;
  readonly times: string;
  readonly title: string;
  readonly zone: string;
  readonly zones: string;
};
export default classes;
