// Written by `pnpm class-types`.
declare const classes: {
  readonly about: string;
  readonly preview: string;
  readonly who: string;
};
export default classes;
