import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Never cached here, so that each page loads them and a fault can hit them. */
export const SHELL_SCRIPTS = '/assets/static/js/';

/** What happens to a request: it fails with 503, or waits this long (ms) or for this promise. */
type Fault = 'fails' | number | Promise<void> | null;

export interface FaultProxy {
  readonly url: string;
  /** Where requests go. */
  target: string;
  /** Decides on each request by its path. */
  faultOf: (path: string) => Fault;
  close(): Promise<void>;
}

/** A server in front of the site that makes requests slow or lets them fail, for browsers whose drivers cannot. */
export async function startProxy(): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const proxy: FaultProxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    target: '',
    faultOf: () => null,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers, url = '/' } = incoming;
    const fault = proxy.faultOf(url);
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
