import { createMiddleware } from 'hono/factory';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { RequestLine } from 'server-kit/log';
import { inRequest } from 'server-kit/tracing';
import { log } from '../log';
import type { Metrics } from '../metrics';

/** What a load balancer asks again and again. */
const isProbe = (route: string) => route === '/healthz' || route === '/readyz';

/** One line in the log, one measurement and one span for each call, by the pattern of its path: what stands in a path or a query may be somebody's. */
export const observe = ({ calls }: Metrics) =>
  createMiddleware<{ Variables: RequestIdVariables }>(async (context, next) => {
    const { path } = context.req;
    await inRequest({ path, traceparent: context.req.header('traceparent') }, async () => {
      const started = performance.now();
      await next();
      const ms = performance.now() - started;
      const { method } = context.req;
      const { status } = context.res;
      const route = routePath(context);
      calls.observe({ method, route, status }, ms / 1000);
      const line: RequestLine = {
        id: context.get('requestId'),
        method,
        route,
        status,
        ms: Math.round(ms),
      };
      log[isProbe(route) ? 'debug' : 'info'](line, 'request');
      return line;
    });
  });
