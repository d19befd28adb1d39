import type { Answers, Call, PagedAnswer, Sent } from './calls';

/** True if a path (literal or template) matches a call, segment by segment; `{param}` matches any one segment. */
type Matches<
  Path extends string,
  Template extends string,
> = Template extends `${infer Segment}/${infer TemplateRest}`
  ? Path extends `${infer PathSegment}/${infer PathRest}`
    ? PathSegment extends (Segment extends `{${string}}` ? string : Segment)
      ? Matches<PathRest, TemplateRest>
      : false
    : false
  : Path extends Template
    ? true
    : false;

type WithoutQuery<Path extends string> = Path extends `${infer Bare}?${string}` ? Bare : Path;

type CallsAt<Method extends string, Path extends string> = {
  [C in Call]: C extends `${Method} ${infer Template}`
    ? Matches<WithoutQuery<Path>, Template> extends true
      ? C
      : never
    : never;
}[Call];

type Names<Query extends string> = Query extends `${infer One}&${infer Rest}`
  ? Names<One> | Names<Rest>
  : Query extends `${infer Name}=${string}`
    ? Name
    : never;

type Required<Query> = {
  [Name in keyof Query]-?: undefined extends Query[Name] ? never : Name;
}[keyof Query];

/** True if a path's query has the call's names, including all required ones. */
type QueryMatches<C extends Call, Path extends string> = [
  | Exclude<Path extends `${string}?${infer Query}` ? Names<Query> : never, keyof Sent<C, 'query'>>
  | Exclude<
      Required<Sent<C, 'query'>>,
      Path extends `${string}?${infer Query}` ? Names<Query> : never
    >,
] extends [never]
  ? true
  : false;

/** The call for a method and path; never if the API lacks it. */
type CallOf<Method extends string, Path extends string> =
  CallsAt<Method, Path> extends infer C
    ? C extends Call
      ? QueryMatches<C, Path> extends true
        ? C
        : never
      : never
    : never;

/** The path itself, or a type that shows the error in the compiler's message. */
export type Known<Method extends string, Path extends string> = [CallOf<Method, Path>] extends [
  never,
]
  ? `packages/contracts/src/calls has no such ${Method}`
  : Path;

export type BodyOf<Method extends string, Path extends string> =
  CallOf<Method, Path> extends infer C ? (C extends Call ? Sent<C, 'body'> : never) : never;

/** Unvalidated response. Parse it with `read` of `@carry/remote-kit/answers`, because another server may send anything. */
export interface Unread<Answer> {
  readonly [declared]?: Answer;
}
declare const declared: unique symbol;

type Done = 200 | 201 | 202;
export type AnswerOf<Method extends string, Path extends string> =
  CallOf<Method, Path> extends infer C
    ? C extends Call
      ? Unread<
          | Answers<C>[keyof Answers<C> & Done]
          | (Path extends `${string}?${string}` ? PagedAnswer<C> : never)
        >
      : never
    : never;
