import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Served without caching, so that every page load can hit a fault. */
export const SHELL_SCRIPTS = '/assets/static/js/';

/** Fails a request with 503, delays it by milliseconds or until a promise resolves. */
type Fault = 'fails' | number | Promise<void> | null;

export interface FaultProxy {
  readonly url: string;
  target: string;
  /** Returns the fault for a path. */
  getFault: (path: string) => Fault;
  close(): Promise<void>;
}

/** Starts a proxy in front of the site that delays or fails requests, for drivers without interception. */
export async function startProxy(): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const proxy: FaultProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    target: '',
    getFault: () => null,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers, url = '/' } = incoming;
    const fault = proxy.getFault(url);
    if (fault === 'fails') {
      outgoing.writeHead(503).end();
      return;
    }
    if (typeof fault === 'number') await new Promise((resolve) => setTimeout(resolve, fault));
    else await fault;
    const upstream = request(`${proxy.target}${url}`, { method, headers }, (response) => {
      const isShellScript = url.startsWith(SHELL_SCRIPTS);
      const caching = isShellScript && { 'cache-control': 'no-store' };
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...caching });
      response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  }
  return proxy;
}
