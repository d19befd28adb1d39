// Written by `pnpm class-types`.
declare const classes: {
  readonly code: string;
  readonly confirmed: string;
  readonly connect: string;
  readonly done: string;
  readonly keep: string;
  readonly main: string;
  readonly or: string;
  readonly paid: string;
  readonly promise: string;
  readonly rays: string;
  readonly receipt: string;
  readonly session: string;
  readonly tick: string;
  readonly todo: string;
  readonly when: string;
  readonly why: string;
  readonly zone: string;
};
export default classes;
