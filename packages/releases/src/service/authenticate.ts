import { createMiddleware } from 'hono/factory';
import { RateLimiter } from '../limits/rate-limiter';
import { Nonces } from '../signing/request';
import type { Service } from './parts';
import { Replays } from './replays';
import { assertForThis, readSignedBody, tooMany, toSignedRequest } from './requests';
import type { Sender } from './sender';
import { findSender } from './senders';

const HOUR_MS = 60 * 60_000;
const MAX_REQUESTS = 20_000;

/** Authenticates the sender and applies the rate limits before the body is read. A release counts once it is queued. */
export function authenticate({ trust, now, store, hosts }: Service, releases: RateLimiter) {
  const nonces = new Nonces();
  const replays = new Replays(store);
  const requests = new RateLimiter(MAX_REQUESTS, HOUR_MS);
  return createMiddleware<{ Variables: { sender: Sender } }>(async (context, next) => {
    const request = toSignedRequest(context);
    const sender = findSender({ request, trust, nonces, now: now() });
    assertForThis(request.head.audience, context.req.header('host') ?? '', hosts);
    const about = [sender.name, now().getTime()] as const;
    const isRelease = context.req.path === '/v1/releases';
    const retryAfter = requests.consume(...about) || (isRelease && releases.check(...about));
    if (retryAfter) return tooMany(context, sender, retryAfter);
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
