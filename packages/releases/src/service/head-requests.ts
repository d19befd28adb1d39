import { createMiddleware } from 'hono/factory';

/** Cancels the body of a response to HEAD. Hono runs the handler of GET and drops the body, which would keep an event stream open. */
export const cancelHeadBody = createMiddleware(async (context, next) => {
  await next();
  if (context.req.method === 'HEAD') await context.res.body?.cancel().catch(() => {}); // may have failed
});
