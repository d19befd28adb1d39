import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { scrub } from 'server-kit/log';
import { isUnavailable } from '../db/unavailable';
import { Problem } from '../errors/problem';
import { describeError, describeFault, log } from '../process/log';

const RETRY_AFTER_S = '5';

export function handleErrors(error: Error, context: Context): Response {
  if (error instanceof Problem)
    return context.json({ detail: error.detail }, error.status, error.headers);
  if (error instanceof HTTPException)
    return context.json({ detail: error.message || 'The request is malformed.' }, error.status);
  const call = `${context.req.method} ${scrub(context.req.path)}`;
  const id: unknown = context.get('requestId');
  if (isUnavailable(error)) {
    log.warn({ id }, `${call}: the database is not responding: ${describeError(error)}`);
    return context.json({ detail: 'This is taking too long. Please try again in a moment.' }, 503, {
      'retry-after': RETRY_AFTER_S,
    });
  }
  log.error({ id }, `${call}: ${describeFault(error)}`);
  return context.json({ detail: 'Something went wrong. Please try again.' }, 500);
}
