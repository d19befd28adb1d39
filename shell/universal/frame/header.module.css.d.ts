// Written by `pnpm class-types`.
declare const classes: {
  readonly chat: string;
  readonly end: string;
  readonly header: string;
  readonly logo: string;
  readonly member: string;
  readonly nav: string;
  readonly strong: string;
  readonly theme: string;
  readonly visitor: string;
  readonly wide: string;
};
export default classes;
