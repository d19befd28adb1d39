// Written by `pnpm class-types`.
declare const classes: {
  readonly actions: string;
  readonly list: string;
  readonly reply: string;
  readonly who: string;
  readonly words: string;
};
export default classes;
