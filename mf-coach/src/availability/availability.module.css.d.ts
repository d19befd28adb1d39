// Written by `pnpm class-types`.
declare const classes: {
  readonly add: string;
  readonly date: string;
  readonly days: string;
  readonly more: string;
  readonly off: string;
  readonly remove: string;
  readonly window: string;
  readonly windows: string;
};
export default classes;
