// Written by `pnpm class-types`.
declare const classes: {
  readonly end: string;
  readonly header: string;
  readonly logo: string;
  readonly mark: string;
  readonly member: string;
  readonly nav: string;
  readonly out: string;
  readonly rest: string;
  readonly strong: string;
  readonly theme: string;
  readonly visitor: string;
  readonly wide: string;
};
export default classes;
