import type { Context } from 'hono';
import { isSameSecret, readBearer } from 'server-kit/secrets';
import type { ServerConfig } from '../config/config';
import { printMetrics } from './metrics';
import { getStatus, type StatusParts } from './status';

const hasToken = (context: Context, { statusToken }: ServerConfig): boolean =>
  isSameSecret(readBearer(context.req.header('authorization')), statusToken);

export const answerStatus = async (context: Context, parts: StatusParts): Promise<Response> =>
  hasToken(context, parts.config)
    ? printStatus(context, parts)
    : context.text('Not found', 404, { 'cache-control': 'no-store' });

export const answerDay = async (context: Context, parts: StatusParts): Promise<Response> =>
  hasToken(context, parts.config)
    ? printDay(context, parts)
    : context.text('Not found', 404, { 'cache-control': 'no-store' });

/** Returns the last 24 hours as JSON, without a token check. */
export const printDay = async (context: Context, { day }: Pick<StatusParts, 'day'>) =>
  context.json(await day.read(), 200, { 'cache-control': 'no-store' });

/** Returns the status as JSON or in Prometheus' text format, without a token check. */
export async function printStatus(
  context: Context,
  { config: _, ...parts }: StatusParts,
): Promise<Response> {
  const status = getStatus(parts);
  const wantsText =
    context.req.query('format') === 'prometheus' ||
    /^text\/plain|openmetrics/.test(context.req.header('accept') ?? '');
  const headers = { 'cache-control': 'no-store' };
  return wantsText
    ? context.text(await printMetrics(status), 200, {
        ...headers,
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      })
    : context.json(status, 200, headers);
}
