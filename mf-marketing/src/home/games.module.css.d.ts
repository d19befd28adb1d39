// Written by `pnpm class-types`.
declare const classes: {
  readonly arrow: string;
  readonly game: string;
  readonly games: string;
  readonly section: string;
  readonly words: string;
};
export default classes;
