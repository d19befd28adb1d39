import type { Answers, Call, Sent } from '@carry/contracts/api';
import { isLoopbackUrl } from '@carry/contracts/deployment';
import { Conflict, Refused } from './errors';

/** A call of the operator. */
type OperatorCall = Extract<Call, `${string} /api/operator/${string}`>;
type Good<C extends OperatorCall> = Answers<C>[keyof Answers<C> & (200 | 201)];

interface Given<C extends OperatorCall> {
  id?: number;
  query?: Sent<C, 'query'>;
  body?: Sent<C, 'body'>;
}
/** Makes a call, and answers what the API says; throws what it refuses. */
export type Ask = <C extends OperatorCall>(call: C, given?: Given<C>) => Promise<Good<C>>;

const TIMEOUT_MS = 30_000;
const WRONG_TOKEN =
  'the API does not take the token; OPERATOR_TOKEN must be the one it was started with';

/** The API at an address, for whoever has the operator's token. The token is sent to no other address, and in the clear to this machine only. */
export function connect(url: string, token: string, who: string): Ask {
  const base = new URL(url);
  if (base.protocol !== 'https:' && !isLoopbackUrl(url))
    throw new Refused(`${base.origin} is not https: everybody on the way could read the token`);
  return async (call, { id, query, body } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const address = new URL(url.replace(/\/+$/, '') + path.replace('{id}', String(id)));
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const answer = await fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        'x-operator': encodeURIComponent(who),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    }).catch((cause: unknown) => {
      throw new Error(`${base.origin} does not answer`, { cause });
    });
    const content: unknown = await answer.json().catch(() => null);
    if (answer.ok && content !== null) return content as never; // its shape is the contract's, which both are built from
    throw refusal(answer.status, content, base.origin);
  };
}

function refusal(status: number, body: unknown, origin: string): Error {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const words = typeof detail === 'string' ? detail : `answered ${status}`;
  if (status === 401) return new Refused(WRONG_TOKEN);
  if (status === 404 && words === 'Not found.')
    return new Refused('there is not one of that number');
  if (status === 409) return new Conflict(words);
  if (status >= 400 && status < 500) return new Refused(words);
  return new Error(`${origin}: ${words}`);
}
