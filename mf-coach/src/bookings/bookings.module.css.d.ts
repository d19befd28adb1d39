// Written by `pnpm class-types`.
declare const classes: {
  readonly back: string;
  readonly card: string;
  readonly columns: string;
  readonly contact: string;
  readonly detail: string;
  readonly details: string;
  readonly facts: string;
  readonly figure: string;
  readonly filters: string;
  readonly leaf: string;
  readonly list: string;
  readonly next: string;
  readonly page: string;
  readonly press: string;
  readonly soon: string;
  readonly top: string;
  readonly view: string;
  readonly what: string;
};
export default classes;
