// Written by `pnpm class-types`.
declare const classes: {
  readonly controls: string;
  readonly dots: string;
  readonly rotation: string;
  readonly row: string;
  readonly stack: string;
  readonly top: string;
};
export default classes;
