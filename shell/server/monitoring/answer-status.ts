import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { ServerConfig } from '../config/config';
import { printMetrics } from './metrics';
import { type StatusParts, statusOf } from './status';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request brings the operator's token. */
function knowsToken(context: Context, { statusToken }: ServerConfig): boolean {
  const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
  return statusToken !== '' && timingSafeEqual(digest(token), digest(statusToken));
}

/** Answers whoever knows the token; to all others the page does not exist. */
export const answerStatus = async (context: Context, parts: StatusParts): Promise<Response> =>
  knowsToken(context, parts.config)
    ? printStatus(context, parts)
    : context.text('Not found', 404, { 'cache-control': 'no-store' });

/** The answer for whoever may see it. */
export async function printStatus(
  context: Context,
  { config: _, ...parts }: StatusParts,
): Promise<Response> {
  const status = statusOf(parts);
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
