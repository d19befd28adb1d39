import { getConnInfo } from '@hono/node-server/conninfo';
import { networkOf } from 'contracts/network';
import type { Context } from 'hono';

/** The network that a call comes from, past so many proxies of ours; empty for one that came through no socket. */
export function callerOf(context: Context, proxies: number): string {
  return networkOf(socketAddress(context), context.req.header('x-forwarded-for'), proxies);
}

function socketAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? '';
  } catch {
    return '';
  }
}
