import type { MiddlewareHandler } from 'hono';
import { watchForProxy } from 'server-kit/network';
import { connectionOf } from './visitor';

/** Says once that a proxy which nobody configured stands before the site. */
export function warnOfProxy(proxies: number, log: (line: string) => void): MiddlewareHandler {
  const watch = watchForProxy(proxies, log);
  return async (context, next) => {
    watch(connectionOf(context));
    await next();
  };
}
