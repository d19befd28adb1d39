// Written by `pnpm class-types`.
declare const classes: {
  readonly games: string;
};
export default classes;
