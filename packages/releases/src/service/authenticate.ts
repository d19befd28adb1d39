import { createMiddleware } from 'hono/factory';
import { Nonces } from '../signing/request';
import type { Service } from './parts';
import { RateLimiter } from './rate-limiter';
import { Replays } from './replays';
import { assertForThis, bodyOf, busy, requestOf } from './requests';
import type { Sender } from './sender';
import { senderOf } from './senders';

const HOUR_MS = 60 * 60_000;
/** Releases that one key may send in an hour. */
const MAX_RELEASES = 60;
/** Other requests of one key in an hour. */
const MAX_REQUESTS = 20_000;

/** Finds who sends a request, and refuses who has sent too much, before anything of its body is kept. */
export function authenticate({ trust, now, store, hosts }: Service) {
  const nonces = new Nonces();
  const replays = new Replays(store);
  const releases = new RateLimiter(MAX_RELEASES, HOUR_MS);
  const requests = new RateLimiter(MAX_REQUESTS, HOUR_MS);
  return createMiddleware<{ Variables: { sender: Sender } }>(async (context, next) => {
    const request = requestOf(context);
    const sender = senderOf(request, trust, nonces, now());
    assertForThis(request.head.audience, context.req.header('host') ?? '', hosts);
    const retryAfter = (context.req.path === '/v1/releases' ? releases : requests).consume(
      sender.name,
      now().getTime(),
    );
    if (retryAfter > 0)
      return busy(
        context,
        `${sender.name} has sent too much; try again in ${retryAfter} seconds`,
        retryAfter,
      );
    if (context.req.method === 'POST')
      await replays.assertFirst(sender.key, request.header('carry-nonce') ?? '', now().getTime());
    context.set('sender', sender);
    await next();
    context.header('cache-control', 'no-store');
  });
}

/** Reads the body that the sender has signed. */
export const readBody = createMiddleware<{ Variables: { body: Buffer } }>(async (context, next) => {
  context.set('body', await bodyOf(context));
  await next();
});
