// Written by `pnpm class-types`.
declare const classes: {
  readonly actions: string;
  readonly devices: string;
  readonly ending: string;
  readonly form: string;
  readonly now: string;
  readonly page: string;
  readonly pending: string;
  readonly press: string;
  readonly quiet: string;
  readonly rules: string;
  readonly status: string;
};
export default classes;
