// Written by `pnpm class-types`.
declare const classes: {
  readonly below: string;
  readonly column: string;
  readonly consent: string;
  readonly page: string;
  readonly rules: string;
  readonly signedIn: string;
  readonly stage: string;
  readonly submit: string;
};
export default classes;
