import type { z } from 'zod';

export interface CallRules {
  readonly summary: string;
  /** Required bearer token; absent: public. */
  readonly by?: 'user' | 'operator';
  /** Action name in the operator's audit log; its last word names the object that `{id}` refers to. */
  readonly audit?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Media type of a request body that is not JSON; the handler reads it from the context. */
  readonly receives?: string;
  /** Media type of a response that is not JSON; the handler returns a `Response`. */
  readonly sends?: string;
  /** Responses by status, the usual one first; errors that every call has are omitted. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
  /** Response to a request with query parameters, for a list that can be read in pages. */
  readonly paged?: z.ZodType;
}

export type CallTable = Readonly<
  Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`, CallRules>
>;
