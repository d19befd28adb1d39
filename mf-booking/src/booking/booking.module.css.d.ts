// Written by `pnpm class-types`.
declare const classes: {
  readonly form: string;
  readonly main: string;
  readonly note: string;
  readonly page: string;
  readonly prompt: string;
};
export default classes;
