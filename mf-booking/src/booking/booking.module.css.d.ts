// Written by `pnpm class-types`.
declare const classes: {
  readonly form: string;
  readonly linked: string;
  readonly main: string;
  readonly note: string;
  readonly page: string;
  readonly prompt: string;
  readonly row: string;
  readonly single: string;
};
export default classes;
