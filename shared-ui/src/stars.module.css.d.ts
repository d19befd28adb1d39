// Written by `pnpm class-types`.
declare const classes: {
  readonly all: string;
  readonly given: string;
  readonly stars: string;
};
export default classes;
