const BASE = '/console/api';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Fetches a document. Throws {@link ApiError}. */
export const fetchDocument = <Value>(path: string): Promise<Value> => send(path, {});

/** Sends a change with the session's CSRF token. Throws {@link ApiError}. */
export const postJson = <Value>(path: string, body: unknown, csrf: string): Promise<Value> =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify(body),
  });

async function send<Value>(path: string, options: RequestInit): Promise<Value> {
  const answer = await fetch(BASE + path, options).catch(() => {
    throw new ApiError('The release server does not respond. Is it still running?', 0);
  });
  const body = (await answer.json().catch(() => ({}))) as { detail?: string };
  if (!answer.ok)
    throw new ApiError(sentence(body.detail ?? `Error ${answer.status}`), answer.status);
  return body as Value;
}

export const sentence = (text: string) => {
  const start = text.charAt(0);
  const isName = /^(mf-|[a-z]+@)/.test(text);
  return `${isName ? start : start.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
};
