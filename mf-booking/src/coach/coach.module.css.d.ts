// Written by `pnpm class-types`.
declare const classes: {
  readonly badge: string;
  readonly description: string;
  readonly facts: string;
  readonly header: string;
  readonly offer: string;
  readonly portrait: string;
  readonly ranks: string;
  readonly rating: string;
  readonly waiting: string;
  readonly who: string;
};
export default classes;
