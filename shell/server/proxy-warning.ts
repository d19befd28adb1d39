import { isForwarded } from 'contracts/network';
import type { MiddlewareHandler } from 'hono';
import { connectionOf } from './visitor';

/** Says once that a proxy passes requests on although none is configured: then nobody knows who asks, and limits hold for all together. */
export function warnOfProxy(proxies: number, log: (line: string) => void): MiddlewareHandler {
  let warned = proxies > 0;
  return async (context, next) => {
    if (!warned && isForwarded(connectionOf(context))) {
      warned = true;
      log('X-Forwarded-For arrives, so a proxy stands before this site, but TRUSTED_PROXIES is 0: visitors cannot be told apart');
    }
    await next();
  };
}
