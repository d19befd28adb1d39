import type { Answers, Call, Calls, PagedAnswer, Received } from '@carry/contracts/api';
import type { Context } from 'hono';
import type { Dependencies } from '../context/dependencies';
import type { SharedJson } from './shared-json';
import type { StreamedJson, StreamedList } from './stream-json';

export interface Request<C extends Call> {
  params: Received<C, 'params'>;
  query: Received<C, 'query'>;
  body: Received<C, 'body'>;
  userId: Calls[C] extends { by: 'user' } ? number : undefined;
  sessionId: Calls[C] extends { by: 'user' } ? string | null : undefined;
  /** For cookies, addresses and redirects, which the contract omits. */
  context: Context;
}

export class Reply<Status, Body> {
  readonly status: Status;
  readonly body: Body;

  constructor(status: Status, body: Body) {
    this.status = status;
    this.body = body;
  }
}

type Usual<C extends Call> = (200 extends keyof Answers<C>
  ? 200
  : 201 extends keyof Answers<C>
    ? 201
    : 202) &
  keyof Answers<C>;
type Replies<C extends Call> = {
  [Status in keyof Answers<C>]: Reply<Status, Answers<C>[Status]>;
}[keyof Answers<C>];
type Raw<C extends Call> = 302 extends keyof Answers<C>
  ? Response
  : Calls[C] extends { sends: string }
    ? Response
    : never;

type Answer<C extends Call> =
  | Answers<C>[Usual<C>]
  | SharedJson<Answers<C>[Usual<C>]>
  | PagedAnswer<C>
  | Streamed<Answers<C>[Usual<C>]>
  | Replies<C>
  | Raw<C>;
/** Long answers: a list, or an object that only the handler prints. */
type Streamed<Body> = Body extends readonly (infer Row)[]
  ? StreamedList<Row>
  : string extends keyof Body
    ? StreamedJson
    : never;

export type Handler<C extends Call> = (
  deps: Dependencies,
  request: Request<C>,
) => Promise<Answer<C>>;

export type Handlers = { [C in Call]: Handler<C> };
