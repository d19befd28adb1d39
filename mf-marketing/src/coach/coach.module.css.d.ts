// Written by `pnpm class-types`.
declare const classes: {
  readonly about: string;
  readonly badge: string;
  readonly consent: string;
  readonly empty: string;
  readonly meet: string;
  readonly name: string;
  readonly none: string;
  readonly plate: string;
  readonly portrait: string;
  readonly ticks: string;
  readonly waitlist: string;
};
export default classes;
