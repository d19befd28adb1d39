// Written by `pnpm class-types`.
declare const classes: {
  readonly counter: string;
  readonly form: string;
  readonly heading: string;
  readonly main: string;
  readonly note: string;
  readonly nothing: string;
  readonly page: string;
  readonly price: string;
  readonly prompt: string;
  readonly quantity: string;
  readonly service: string;
  readonly services: string;
  readonly steps: string;
  readonly title: string;
};
export default classes;
