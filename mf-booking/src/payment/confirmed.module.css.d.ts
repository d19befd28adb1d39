// Written by `pnpm class-types`.
declare const classes: {
  readonly action: string;
  readonly code: string;
  readonly confirmed: string;
  readonly connect: string;
  readonly done: string;
  readonly keep: string;
  readonly leaf: string;
  readonly main: string;
  readonly mark: string;
  readonly or: string;
  readonly paid: string;
  readonly press: string;
  readonly promise: string;
  readonly rays: string;
  readonly receipt: string;
  readonly session: string;
  readonly tick: string;
  readonly todo: string;
  readonly waiting: string;
  readonly when: string;
  readonly why: string;
  readonly zone: string;
};
export default classes;
