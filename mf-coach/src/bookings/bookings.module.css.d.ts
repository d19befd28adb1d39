// Written by `pnpm class-types`.
declare const classes: {
  readonly card: string;
  readonly contact: string;
  readonly details: string;
  readonly facts: string;
  readonly filters: string;
  readonly list: string;
  readonly page: string;
};
export default classes;
