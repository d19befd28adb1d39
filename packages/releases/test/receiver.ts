import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Response = number | { status: number; headers?: Record<string, string>; body?: object };

/** A real HTTP server that records requests. `respond` returns its response; null leaves a request without one. */
export async function startReceiver(
  respond: (request: Received) => Response | null = () => 204,
): Promise<{ url: string; received: Received[]; close(): void }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body };
    received.push(one);
    const answer = respond(one);
    if (answer === null) return;
    const {
      status,
      headers: more = {},
      body: json,
    } = typeof answer === 'number' ? { status: answer } : answer;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(json && JSON.stringify(json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
