import { callHost } from './host';

const MAX_PENDING = 1000;

/** What the API client uses of a response. */
export type Answer = Pick<Response, 'ok' | 'status' | 'text'> & { headers: undefined };
const pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();

/** The id that our client gives a call; anything else is ignored. */
function idIn(headers: unknown): string {
  const id: unknown = Reflect.get(Object(headers), 'x-request-id');
  return typeof id === 'string' ? id : '';
}

/** The only network of a realm: asks the site's process for a `GET` of a path of the API. */
export function apiFetch(
  apiUrl: string,
  input: unknown,
  { method = 'GET', signal, headers }: RequestInit = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${input}`;
    if (method !== 'GET' || !url.startsWith(`${apiUrl}/`))
      throw new TypeError('on the server, the API can only be read');
    if (pending.size >= MAX_PENDING) throw new TypeError('too many requests are pending');
    const id = callHost('read', url.slice(apiUrl.length), idIn(headers));
    if (typeof id !== 'number') throw new TypeError('the page is over');
    pending.set(id, { resolve, reject });
    signal?.addEventListener('abort', () => settleRead(id, 0, ''), { once: true });
  });
}

/** Settles a read; status 0 means that it failed. */
export function settleRead(id: number, status: number, body: string): void {
  const read = pending.get(id);
  pending.delete(id);
  if (status === 0) read?.reject(new TypeError('the API could not be read'));
  else
    read?.resolve({
      status,
      ok: status >= 200 && status < 300,
      headers: undefined,
      text: async () => body,
    });
}

/** Forgets all reads; their pages are over. */
export const forgetReads = (): void => pending.clear();
