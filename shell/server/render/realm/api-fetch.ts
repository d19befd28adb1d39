import { MAX_PATH } from '../protocol/protocol';
import { callHost } from './host';

const MAX_PENDING = 1000;

export type Answer = Pick<Response, 'ok' | 'status' | 'text'> & { headers: undefined };
const pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();

function idIn(headers: unknown): string {
  const id: unknown = Reflect.get(Object(headers), 'x-request-id');
  return typeof id === 'string' ? id : '';
}

/** A realm's only network access: asks the site process for a `GET` of an API path. */
export function apiFetch(
  apiUrl: string,
  input: unknown,
  { method = 'GET', signal, headers }: RequestInit = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${input}`;
    if (method !== 'GET' || !url.startsWith(`${apiUrl}/`))
      throw new TypeError('server renders can only send GET requests to the API');
    if (pending.size >= MAX_PENDING) throw new TypeError('too many pending requests');
    const path = url.slice(apiUrl.length);
    if (path.length > MAX_PATH)
      throw new TypeError(`an API path has ${path.length} characters, more than ${MAX_PATH}`);
    const id = callHost('read', path, idIn(headers));
    if (typeof id !== 'number') throw new TypeError('the page has ended');
    pending.set(id, { resolve, reject });
    signal?.addEventListener('abort', () => settleRead(id, 0, ''), { once: true });
  });
}

export function settleRead(id: number, status: number, body: string): void {
  const read = pending.get(id);
  pending.delete(id);
  if (status === 0) read?.reject(new TypeError('the API request failed'));
  else
    read?.resolve({
      status,
      ok: status >= 200 && status < 300,
      headers: undefined,
      text: async () => body,
    });
}

export const forgetReads = (): void => pending.clear();
