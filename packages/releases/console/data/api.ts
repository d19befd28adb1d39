const BASE = '/console/api';
const TIMEOUT_MS = 30_000;
const UNREACHABLE = 'The release server does not respond. Is it still running?';
const TOO_SLOW = 'The release server took too long to respond.';
const UNKNOWN_RESULT = ' Check whether the change was made before you try again.';

class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export const RETRY_MS = 5000;
export const isTransient = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
export const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401;

export const fetchDocument = <Value>(path: string): Promise<Value> => send(path, {});

export const postJson = <Value>(path: string, body: unknown, csrf: string): Promise<Value> =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify(body),
  });

async function send<Value>(path: string, options: RequestInit): Promise<Value> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const hint = options.method === 'POST' ? UNKNOWN_RESULT : '';
  try {
    const response = await fetch(BASE + path, { ...options, signal });
    if (response.ok) return (await response.json()) as Value;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    if (detail) throw new ApiError(sentence(detail), response.status);
    throw new ApiError(`Error ${response.status}.${hint}`, response.status);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError((signal.aborted ? TOO_SLOW : UNREACHABLE) + hint, 0);
  }
}

export const sentence = (text: string) => {
  const start = text.charAt(0);
  const isName = /^(mf-|[a-z]+@)/.test(text);
  return `${isName ? start : start.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
};
