// Written by `pnpm class-types`.
declare const classes: {
  readonly accent: string;
  readonly bottom: string;
  readonly bright: string;
  readonly detail: string;
  readonly drawing: string;
  readonly faded: string;
  readonly lens: string;
  readonly lit: string;
  readonly outline: string;
  readonly spark: string;
  readonly top: string;
};
export default classes;
