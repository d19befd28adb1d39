import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { callerOf as callerOfConnection } from 'server-kit/network';

/** Whose attempts are counted together, past so many proxies of ours; null where nobody can tell. */
export const callerOf = (context: Context, proxies: number): string | null =>
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
