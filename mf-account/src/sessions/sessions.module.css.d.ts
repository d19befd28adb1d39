// Written by `pnpm class-types`.
declare const classes: {
  readonly actions: string;
  readonly body: string;
  readonly card: string;
  readonly face: string;
  readonly facts: string;
  readonly group: string;
  readonly leaf: string;
  readonly list: string;
  readonly money: string;
  readonly name: string;
  readonly next: string;
  readonly offer: string;
  readonly offers: string;
  readonly page: string;
  readonly portrait: string;
  readonly review: string;
  readonly soon: string;
  readonly until: string;
};
export default classes;
