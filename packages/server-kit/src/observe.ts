import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Log, RequestLine } from './log';
import { inRequest } from './tracing';

/** Names of a request: patterns, because a path or query can contain personal data. */
export interface RequestNames {
  line: string;
  /** For metrics and traces; low cardinality. */
  series: string;
}

export interface RequestObserver {
  log: Log;
  measure(line: RequestLine, seconds: number): void;
  /** Default: the route's pattern for both. */
  getNames?: (pattern: string, context: Context) => RequestNames;
}

export const isProbe = (route: string) => route === '/healthz' || route === '/readyz';

export const observeRequests = ({ log, measure, getNames }: RequestObserver) =>
  createMiddleware<{ Variables: RequestIdVariables }>(async (context, next) => {
    const { path, method } = context.req;
    await inRequest({ path, traceparent: context.req.header('traceparent') }, async () => {
      const started = performance.now();
      await next();
      const ms = performance.now() - started;
      const { status } = context.res;
      const pattern = routePath(context);
      const names = getNames?.(pattern, context) ?? { line: pattern, series: pattern };
      const about = { id: context.get('requestId'), method, status, ms: Math.round(ms) };
      const series = { ...about, route: names.series };
      measure(series, ms / 1000);
      log[isProbe(pattern) ? 'debug' : 'info']({ ...about, route: names.line }, 'request');
      return series;
    });
  });
