// Written by `pnpm class-types`.
declare const classes: {
  readonly line: string;
  readonly mark: string;
  readonly meet: string;
  readonly portrait: string;
  readonly section: string;
  readonly steps: string;
  readonly three: string;
  readonly ways: string;
};
export default classes;
