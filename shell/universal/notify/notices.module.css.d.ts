// Written by `pnpm class-types`.
declare const classes: {
  readonly toasts: string;
};
export default classes;
