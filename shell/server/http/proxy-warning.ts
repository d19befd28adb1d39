import type { MiddlewareHandler } from 'hono';
import type { LogLine } from 'server-kit/log';
import { watchForProxy } from 'server-kit/network';
import { connectionOf } from './visitor';

/** Warns once about a proxy that `TRUSTED_PROXIES` does not count. */
export function warnOfProxy(proxies: number, log: LogLine): MiddlewareHandler {
  const watch = watchForProxy(proxies, log);
  return async (context, next) => {
    watch(connectionOf(context));
    await next();
  };
}
