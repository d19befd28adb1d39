import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { scrub } from 'server-kit/log';
import { isUnavailable } from '../db/unavailable';
import { Problem } from '../errors/problem';
import { StoreUnavailable } from '../files/file-store';
import { describeError, describeFault, log } from '../process/log';

const RETRY_AFTER_S = '5';

export function handleErrors(error: Error, context: Context): Response {
  if (error instanceof Problem)
    return context.json(
      { detail: error.detail, ...(error.code && { code: error.code }) },
      error.status,
      error.headers,
    );
  if (error instanceof HTTPException)
    return context.json({ detail: error.message || 'The request is malformed.' }, error.status);
  const call = `${context.req.method} ${scrub(context.req.path)}`;
  const id: unknown = context.get('requestId');
  if (error instanceof StoreUnavailable) {
    log.error({ code: 'uploads.unavailable', id }, `${call}: ${describeError(error)}`);
    const [status, task] = context.req.method === 'GET' ? [503, 'open'] : [507, 'store'];
    const detail = `We can't ${task} files right now. Please try again in a few minutes.`;
    return context.json({ detail }, status as 503 | 507, { 'cache-control': 'no-store' });
  }
  if (isUnavailable(error)) {
    log.warn({ id }, `${call}: the database is not responding: ${describeError(error)}`);
    return context.json({ detail: 'This is taking too long. Please try again in a moment.' }, 503, {
      'retry-after': RETRY_AFTER_S,
    });
  }
  log.error({ id }, `${call}: ${describeFault(error)}`);
  return context.json({ detail: 'Something went wrong. Please try again.' }, 500);
}
