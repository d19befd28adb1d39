import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

/** Longer than proxies keep a connection that nobody uses (60 s at AWS, 120 s in Caddy): whoever closes it first must be the one that would send over it. */
const KEEP_MS = 125_000;

/** Serves an app on a port, 0 for any, of one address or of all; resolves when it listens, rejects where it cannot. */
export const listen = (
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  host?: string | undefined,
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = serve({ fetch, port, ...(host && { hostname: host }) }, () =>
      resolve(server),
    ) as Server;
    server.once('error', reject);
    server.keepAliveTimeout = KEEP_MS;
  });
