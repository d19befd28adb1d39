// Written by `pnpm class-types`.
declare const classes: {
  readonly choice: string;
  readonly hero: string;
  readonly promise: string;
  readonly proof: string;
  readonly scene: string;
  readonly subline: string;
  readonly unbroken: string;
  readonly words: string;
};
export default classes;
