// Written by `pnpm class-types`.
declare const classes: {
  readonly deal: string;
  readonly guarantee: string;
  readonly hero: string;
  readonly need: string;
  readonly offer: string;
  readonly page: string;
  readonly pair: string;
  readonly pending: string;
  readonly scene: string;
  readonly tagline: string;
  readonly words: string;
};
export default classes;
