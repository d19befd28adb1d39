import { type ApiClient, ApiError, type ApiRequest } from '@carry/contracts/shell';

const DEFAULT_TIMEOUT_MS = 15_000;
/** For 20 MB over a slow phone line. */
const TRANSFER_MS = 10 * 60_000;
/** Longer than the server keeps a stream open. */
const STREAM_MS = 30 * 60_000;

/** `renewed`: a call may be repeated; `refused`: its 401 stays; `failed`: the renewal failed for now. */
export type Renewal = 'renewed' | 'refused' | 'failed';

export interface Bearer {
  token(): string | null;
  /** Replaces a token that got a 401. */
  renew(refused: string): Promise<Renewal>;
}

export interface ClientOptions {
  /** Null: no timeout, because `fetch` has its own. */
  timeoutMs?: number | null;
  /** Called with the response's `Date`, ms since the epoch, or NaN without one. */
  heard?(stamped: number): void;
  /** Sent as `x-request-id`. Unless `always`, only with calls that need a CORS preflight anyway: those with a token or a body. */
  requestId?: { id: string; always: boolean } | undefined;
}

interface SendOptions extends ApiRequest {
  body?: unknown;
  isFile?: boolean;
  consume?(response: Response): Promise<unknown>;
  mayRenew?: boolean;
}

type Send = (method: string, path: string, options: SendOptions) => Promise<unknown>;

const REQUEST_ID = 'x-request-id';

export function createApiClient(
  apiUrl: string,
  bearer: Bearer | null,
  { timeoutMs = DEFAULT_TIMEOUT_MS, heard, requestId }: ClientOptions = {},
): ApiClient {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one request from start to end
  async function send(method: string, path: string, options: SendOptions): Promise<unknown> {
    const { body, isFile, consume, mayRenew = true } = options;
    const headers: Record<string, string> = { accept: consume ? '*/*' : 'application/json' };
    if (body !== undefined)
      headers['content-type'] = isFile ? 'application/octet-stream' : 'application/json';
    const token = options.bearer ? bearer?.token() : null;
    if (options.bearer) {
      if (!token) throw new ApiError('no-token', 401);
      headers['authorization'] = `Bearer ${token}`;
    }
    const sendsId = requestId && (requestId.always || token || body !== undefined);
    if (sendsId) headers[REQUEST_ID] = requestId.id;
    const ms = options.timeoutMs ?? timeoutMs;
    const timeout = ms === null ? null : AbortSignal.timeout(ms);
    const signal =
      options.signal && timeout
        ? eitherSignal(options.signal, timeout)
        : (options.signal ?? timeout);
    const createError = (cause: unknown) => {
      const code = options.signal?.aborted ? 'aborted' : timeout?.aborted ? 'timeout' : 'network';
      return new ApiError(code, 0, { cause, ...(sendsId && { requestId: requestId.id }) });
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(apiUrl + path, {
        method,
        headers,
        signal,
        body: isFile ? (body as Blob) : body === undefined ? null : JSON.stringify(body),
        credentials: options.credentials ? 'include' : 'omit',
        keepalive: options.keepalive ?? false,
      });
      if (consume && response.ok) return await consume(response);
      text = await response.text();
    } catch (cause) {
      throw createError(cause);
    }
    heard?.(Date.parse(response.headers.get('date') ?? ''));
    const parsed = parse(text);
    if (response.status === 401 && token && mayRenew) {
      const renewing = bearer?.renew(token); // the page of a deletion leaves before a refused renewal ends the session
      const renewal = isOfDeletedAccount(parsed) ? 'refused' : await renewing;
      if (renewal === 'renewed') return send(method, path, { ...options, mayRenew: false });
      if (renewal === 'failed') throw createError(new Error('the session could not be renewed'));
    }
    const reference = readRequestId(response.headers);
    if (!response.ok)
      throw new ApiError('http', response.status, {
        // the detail of a refused token is for developers
        detail: token && response.status === 401 ? null : readDetail(parsed),
        body: text,
        ...reference,
      });
    // the specification fixes no body for a write; HTML is the page of a captive portal or proxy
    const isMalformed = method === 'GET' ? text !== '' : text.trimStart().startsWith('<');
    if (parsed === undefined && isMalformed)
      throw new ApiError('malformed', response.status, { body: text, ...reference });
    return parsed;
  }
  return {
    get: (path, request = {}) =>
      retryWhenOnline(request.signal, () => send('GET', path, request)) as Promise<never>,
    post: (path, body, request) => send('POST', path, { ...request, body }) as Promise<never>,
    patch: (path, body, request) => send('PATCH', path, { ...request, body }) as Promise<never>,
    ...createTransfers(send),
  };
}

const createTransfers = (send: Send): Pick<ApiClient, 'upload' | 'download' | 'follow'> => ({
  upload: (path, body, request) =>
    send('POST', path, {
      timeoutMs: TRANSFER_MS,
      ...request,
      body,
      isFile: true,
    }) as Promise<never>,
  download: (path, request) =>
    send('GET', path, {
      timeoutMs: TRANSFER_MS,
      ...request,
      consume: (response) => response.blob(),
    }) as Promise<Blob>,
  follow: (path, onEvent, request) =>
    send('GET', path, {
      timeoutMs: STREAM_MS,
      ...request,
      consume: async ({ body }) => {
        const { readEvents } = await import(/* webpackChunkName: "idle" */ './read-events');
        return readEvents(body, onEvent);
      },
    }) as Promise<void>,
});

async function retryWhenOnline<T>(
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const offline =
      error instanceof ApiError &&
      error.code === 'network' &&
      typeof window !== 'undefined' &&
      !navigator.onLine;
    if (!offline) throw error;
    await new Promise<void>((resolve, reject) => {
      window.addEventListener('online', () => resolve(), { once: true, ...(signal && { signal }) });
      signal?.addEventListener('abort', () => reject(error), { once: true });
    });
    return read();
  }
}

function readRequestId(headers: Headers | undefined): { requestId?: string } {
  const id = headers?.get(REQUEST_ID);
  return id && /^[\w=-]{1,64}$/.test(id) ? { requestId: id } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOfDeletedAccount = (body: unknown) =>
  (body as { code?: unknown } | null | undefined)?.code === 'account_deleted';

function readDetail(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { detail, errors } = body as { detail?: unknown; errors?: unknown };
  if (typeof detail === 'string' && detail) return detail;
  return Array.isArray(errors) ? errors.join(', ') : null;
}

/** Returns a signal that aborts with the first of two. `AbortSignal.any` is missing in Safari before 17.4 and Firefox before 124. */
export function eitherSignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const controller = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), {
      once: true,
      signal: controller.signal,
    });
  }
  return controller.signal;
}
