import type { z } from 'zod';

/** One call of the API: what it takes and what it answers. */
export interface CallRules {
  readonly summary: string;
  /** Who may call, told by the bearer token; without it anybody. */
  readonly by?: 'user' | 'operator';
  /** What the operator's record says of it; its last word is what `{id}` in the path, or in the answer, is the number of. */
  readonly audit?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** By status, the usual one first; beside the refusals that every call has. */
  readonly answers: Readonly<Record<number, z.ZodType>>;
}

/** Calls by `METHOD /path/{param}/`. */
export type CallTable = Readonly<
  Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`, CallRules>
>;
