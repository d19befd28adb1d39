import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

/** Longer than the idle timeouts of proxies (AWS 60 s, Caddy 120 s), so that a proxy never sends over a connection that this server closes. */
const KEEP_ALIVE_MS = 125_000;

/** Serves an app. Port 0: any free port; without `host`: all addresses. Resolves when the server listens. */
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
    server.keepAliveTimeout = KEEP_ALIVE_MS;
  });
