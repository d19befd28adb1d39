// Written by `pnpm class-types`.
declare const classes: {
  readonly announcer: string;
  readonly frame: string;
  readonly main: string;
  readonly offline: string;
  readonly progress: string;
  readonly skip: string;
};
export default classes;
