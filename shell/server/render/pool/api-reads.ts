import { readLimitedText } from 'server-kit/limited-text';
import { inCall } from 'server-kit/tracing';

const MAX_BYTES = 1024 * 1024;

/** Span name of a path, without ids. */
const getKind = (path: string) => /^\/\w+(\/[a-z-]+)?/.exec(path)?.[0] ?? '/';

/** Reads from the API for a release: `GET`, same origin, no credentials, limited time and size. Rejects otherwise. */
export async function readFromApi(
  path: string,
  {
    apiUrl,
    budgetMs,
    requestId,
  }: { apiUrl: string; budgetMs: number; requestId?: string | undefined },
): Promise<{ status: number; body: string }> {
  const url = new URL(apiUrl + path);
  if (!path.startsWith('/') || url.origin !== new URL(apiUrl).origin)
    throw new TypeError(`${url.origin} is not the API`);
  return inCall(`GET ${getKind(path)}`, { 'server.address': url.hostname }, async (trace, span) => {
    const response = await fetch(url, {
      headers: {
        accept: 'application/json',
        ...(requestId && { 'x-request-id': requestId }),
        ...trace,
      },
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(budgetMs),
    });
    span.setAttribute('http.response.status_code', response.status);
    const body = await readLimitedText(response, { path, maxBytes: MAX_BYTES });
    return { status: response.status, body };
  });
}
