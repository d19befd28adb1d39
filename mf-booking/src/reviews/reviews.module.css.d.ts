// Written by `pnpm class-types`.
declare const classes: {
  readonly arrow: string;
  readonly author: string;
  readonly bar: string;
  readonly comment: string;
  readonly face: string;
  readonly rating: string;
  readonly reply: string;
  readonly review: string;
  readonly summary: string;
  readonly verified: string;
  readonly waitingRow: string;
  readonly waitingTop: string;
};
export default classes;
