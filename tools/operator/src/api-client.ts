import type { Answers, Call, Sent } from '@carry/contracts/api';
import { isLoopbackUrl } from '@carry/contracts/deployment';

/** Exit code 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Exit code 3. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

type OperatorCall = Extract<Call, `${string} /api/operator/${string}`>;
type TableCall = `GET /api/operator/${'audit' | 'ledger' | 'revenue'}/export/`;
type Response<C extends OperatorCall> = C extends TableCall
  ? string
  : Answers<C>[keyof Answers<C> & (200 | 201)];

interface RequestOptions<C extends OperatorCall> {
  id?: number;
  query?: Sent<C, 'query'>;
  body?: Sent<C, 'body'>;
}
/** Calls the API. Rejects with Refused or Conflict for 4xx responses. */
export type CallApi = <C extends OperatorCall>(
  call: C,
  options?: RequestOptions<C>,
) => Promise<Response<C>>;

const TIMEOUT_MS = 30_000;
/** Exports read years of data. */
const EXPORT_TIMEOUT_MS = 300_000;
const WRONG_TOKEN =
  "the API rejected the token; set OPERATOR_TOKEN to the API's OPERATOR_TOKEN or to a personal token";

/** Returns a client of the API. It follows no redirects and requires https except on loopback, to protect the token. */
export function connect(url: string, token: string, who: string): CallApi {
  const base = new URL(url);
  if (base.protocol !== 'https:' && !isLoopbackUrl(url))
    throw new Refused(`${base.origin} is not https; the token would be readable in transit`);
  return async (call, { id, query, body } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const address = new URL(url.replace(/\/+$/, '') + path.replace('{id}', String(id)));
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const { response, content } = await request(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(path.endsWith('/export/') ? EXPORT_TIMEOUT_MS : TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        'x-operator': encodeURIComponent(who),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    if (response.ok && content !== null) return content as never; // typed by the contract
    throw toError(response.status, content, base.origin);
  };
}

async function request(address: URL, init: RequestInit) {
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    const isTable = response.headers.get('content-type')?.startsWith('text/csv');
    return { response, content: isTable ? text : parseJson(text) };
  } catch (cause) {
    throw new Error(`no response from ${address.origin}`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toError(status: number, body: unknown, origin: string): Error {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const message = typeof detail === 'string' ? detail : `status ${status}`;
  if (status === 401) return new Refused(WRONG_TOKEN);
  if (status === 404 && message === 'Not found.')
    return new Refused('not found: no record has this id');
  if (status === 409) return new Conflict(message);
  if (status >= 400 && status < 500) return new Refused(message);
  return new Error(`${origin}: ${message}`);
}
