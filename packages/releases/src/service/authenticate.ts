import { createMiddleware } from 'hono/factory';
import { RateLimiter } from '../limits/rate-limiter';
import { Nonces } from '../signing/request';
import type { Service } from './parts';
import { Replays } from './replays';
import { assertForThis, busy, readSignedBody, toSignedRequest } from './requests';
import type { Sender } from './sender';
import { findSender } from './senders';

const HOUR_MS = 60 * 60_000;
const MAX_RELEASES = 60;
const MAX_REQUESTS = 20_000;

/** Authenticates the sender and applies the rate limits before the body is read. */
export function authenticate({ trust, now, store, hosts }: Service) {
  const nonces = new Nonces();
  const replays = new Replays(store);
  const releases = new RateLimiter(MAX_RELEASES, HOUR_MS);
  const requests = new RateLimiter(MAX_REQUESTS, HOUR_MS);
  return createMiddleware<{ Variables: { sender: Sender } }>(async (context, next) => {
    const request = toSignedRequest(context);
    const sender = findSender({ request, trust, nonces, now: now() });
    assertForThis(request.head.audience, context.req.header('host') ?? '', hosts);
    const retryAfter = (context.req.path === '/v1/releases' ? releases : requests).consume(
      sender.name,
      now().getTime(),
    );
    if (retryAfter > 0)
      return busy(
        context,
        `rate limit exceeded for ${sender.name}; try again in ${retryAfter} seconds`,
        retryAfter,
      );
    if (context.req.method === 'POST')
      await replays.assertFirst(sender.key, request.header('carry-nonce') ?? '', now().getTime());
    context.set('sender', sender);
    await next();
    context.header('cache-control', 'no-store');
  });
}

export const readBody = createMiddleware<{ Variables: { body: Buffer } }>(async (context, next) => {
  context.set('body', await readSignedBody(context));
  await next();
});
