import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serve } from '@hono/node-server';

/** Longer than the idle timeouts of proxies (AWS 60 s, Caddy 120 s), so that a proxy never sends over a connection that this server closes. */
const KEEP_ALIVE_MS = 125_000;
const MAX_TURNS = 100;
const IDLE_MS = 100;

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

/** Graceful shutdown with `timeoutMs` for running requests. Accepts the backlog first: a proxy must not repeat a request that a reset has lost. */
export async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  limitBacklog(server);
  await acceptBacklog(server);
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
  const force = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

/** Limits the backlog to one connection, so that clients do not fill it faster than a busy process accepts. Node has no public method for it. */
function limitBacklog(server: Server): void {
  const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null };
  handle?.listen?.(0);
}

async function acceptBacklog(server: Server): Promise<void> {
  let quietTurns = 0;
  const reset = () => {
    quietTurns = 0;
  };
  server.on('connection', reset);
  // two turns: the first may come before the event loop polls the socket
  for (let turns = 0; quietTurns < 2 && turns < MAX_TURNS; turns++) {
    quietTurns++;
    await nextTurn();
  }
  server.off('connection', reset);
}
