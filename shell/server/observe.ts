import { createMiddleware } from 'hono/factory';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import { type RequestLine, scrub } from 'server-kit/log';
import { inRequest } from 'server-kit/tracing';
import { log } from './log';
import { requestSeconds } from './metrics';

const PAGES = '*';
const MAX_PATH = 200;
/** What a load balancer asks again and again. */
const isProbe = (route: string) => route === '/healthz' || route === '/readyz';

/** One line in the log, one measurement and one span for each request; of a page with its path, never with its query, which may hold a token. */
export const observe = createMiddleware<{ Variables: RequestIdVariables }>(
  async (context, next) => {
    const { path } = context.req;
    await inRequest({ path, traceparent: context.req.header('traceparent') }, async () => {
      const started = performance.now();
      await next();
      const ms = performance.now() - started;
      const { method } = context.req;
      const { status } = context.res;
      const pattern = routePath(context);
      const isPage = pattern.replace(/^\//, '') === PAGES;
      requestSeconds.observe({ route: isPage ? 'page' : pattern, status }, ms / 1000);
      const route = isPage ? scrub(path).slice(0, MAX_PATH) : pattern;
      const line: RequestLine = {
        id: context.get('requestId'),
        method,
        route,
        status,
        ms: Math.round(ms),
      };
      log[isProbe(route) ? 'debug' : 'info'](line, 'request');
      return { ...line, route: isPage ? 'page' : pattern };
    });
  },
);
