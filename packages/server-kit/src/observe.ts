import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Log, RequestLine } from './log';
import { inRequest } from './tracing';

/** How a request is called: by the pattern of its path, because what stands in a path or a query may be somebody's. */
export interface RequestNames {
  /** In the log. */
  line: string;
  /** In measurements and traces, where each name is a series of its own. */
  series: string;
}

export interface RequestObserver {
  log: Log;
  measure(line: RequestLine, seconds: number): void;
  /** Default: the pattern, for both. */
  namesOf?: (pattern: string, context: Context) => RequestNames;
}

/** What a load balancer asks again and again. */
export const isProbe = (route: string) => route === '/healthz' || route === '/readyz';

/** One line in the log, one measurement and one span for each request. */
export const observeRequests = ({ log, measure, namesOf }: RequestObserver) =>
  createMiddleware<{ Variables: RequestIdVariables }>(async (context, next) => {
    const { path, method } = context.req;
    await inRequest({ path, traceparent: context.req.header('traceparent') }, async () => {
      const started = performance.now();
      await next();
      const ms = performance.now() - started;
      const { status } = context.res;
      const pattern = routePath(context);
      const names = namesOf?.(pattern, context) ?? { line: pattern, series: pattern };
      const about = { id: context.get('requestId'), method, status, ms: Math.round(ms) };
      const series = { ...about, route: names.series };
      measure(series, ms / 1000);
      log[isProbe(pattern) ? 'debug' : 'info']({ ...about, route: names.line }, 'request');
      return series;
    });
  });
