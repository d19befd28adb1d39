// Written by `pnpm class-types`.
declare const classes: {
  readonly actions: string;
  readonly day: string;
  readonly days: string;
  readonly form: string;
  readonly state: string;
  readonly times: string;
  readonly title: string;
};
export default classes;
