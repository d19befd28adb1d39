import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCaller as callerOfConnection } from 'server-kit/network';

/** Client address for rate limits, behind `proxies` reverse proxies; null if unknown. */
export const getCaller = (context: Context, proxies: number): string | null =>
  callerOfConnection(
    { socket: socketAddress(context), header: (name) => context.req.header(name) },
    proxies,
  );

function socketAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? '';
  } catch {
    return '';
  }
}
