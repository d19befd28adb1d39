import type { Answers, Call, Calls, Received } from '@carry/contracts/api';
import type { Context } from 'hono';
import type { Dependencies } from '../context/dependencies';

/** One call of the contract, read and checked by its rules. */
export interface Request<C extends Call> {
  params: Received<C, 'params'>;
  query: Received<C, 'query'>;
  body: Received<C, 'body'>;
  /** Who calls, where the contract asks for a signed-in user. */
  userId: Calls[C] extends { by: 'user' } ? number : undefined;
  /** The session of that user; null for a token that names none. */
  sessionId: Calls[C] extends { by: 'user' } ? string | null : undefined;
  /** For what is not in the contract: cookies, addresses, redirects. */
  context: Context;
}

/** An answer with another status than the usual one. */
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
type Redirect<C extends Call> = 302 extends keyof Answers<C> ? Response : never;

/** What a call answers: the body of its usual answer, or a reply with its status. */
type Answer<C extends Call> = Answers<C>[Usual<C>] | Replies<C> | Redirect<C>;

export type Handler<C extends Call> = (
  deps: Dependencies,
  request: Request<C>,
) => Promise<Answer<C>>;

/** A handler for each call of the contract, and none for another one. */
export type Handlers = { [C in Call]: Handler<C> };
