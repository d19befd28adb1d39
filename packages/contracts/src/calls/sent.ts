// What a path in the code of a remote says about the call that it makes: types only, nothing of this reaches a page.
import type { Answers, Call, Sent } from './calls';

/** Whether a path (a text, or a template with holes) is of a call: segment by segment, a `{param}` is any one segment. */
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

/** Whether the query of a path has the names that the call knows, and those that it needs. */
type QueryMatches<C extends Call, Path extends string> = [
  | Exclude<Path extends `${string}?${infer Query}` ? Names<Query> : never, keyof Sent<C, 'query'>>
  | Exclude<
      Required<Sent<C, 'query'>>,
      Path extends `${string}?${infer Query}` ? Names<Query> : never
    >,
] extends [never]
  ? true
  : false;

/** The call that a method and a path make, never where the API has no such call. */
type CallOf<Method extends string, Path extends string> =
  CallsAt<Method, Path> extends infer C
    ? C extends Call
      ? QueryMatches<C, Path> extends true
        ? C
        : never
      : never
    : never;

/** The path itself, or a text that no path is, which the compiler's message then shows. */
export type Known<Method extends string, Path extends string> = [CallOf<Method, Path>] extends [
  never,
]
  ? `packages/contracts/src/calls has no such ${Method}`
  : Path;

export type BodyOf<Method extends string, Path extends string> =
  CallOf<Method, Path> extends infer C ? (C extends Call ? Sent<C, 'body'> : never) : never;

/** What the API says that it answers; another server may answer anything, so `read` of `@carry/contracts/answers` looks before anybody uses it. */
export interface Unread<Answer> {
  readonly [declared]?: Answer;
}
declare const declared: unique symbol;

type Done = 200 | 201 | 202;
export type AnswerOf<Method extends string, Path extends string> =
  CallOf<Method, Path> extends infer C
    ? C extends Call
      ? Unread<Answers<C>[keyof Answers<C> & Done]>
      : never
    : never;
