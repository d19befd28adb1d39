import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  call: string;
  body: unknown;
  authorization: string | undefined;
}

export interface Answer {
  status?: number;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  delayMs?: number;
}

/** The site asks for it by itself; no page does. */
const POLLED = '/api/revisions/';

export async function startMinimalServer() {
  const answers = new Map<string, Answer>();
  const holds = new Map<string, Promise<void>>();
  const whenReleased = async (call: string) => holds.get(call);
  const calls: Call[] = [];
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://local');
      const cors = {
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-methods': 'GET, POST, PATCH',
      };
      if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
      if (pathname === POLLED) return response.writeHead(404, cors).end();
      const call = `${request.method} ${pathname}`;
      const text = Buffer.concat(chunks).toString();
      calls.push({
        call,
        body: text ? JSON.parse(text) : undefined,
        authorization: request.headers.authorization,
      });
      const {
        status = 200,
        body = {},
        delayMs = 0,
      } = answers.get(call) ?? { status: 404, body: { detail: 'Not found.' } };
      if (status >= 400) refusals.push(`${status} ${pathname}`);
      const send = () =>
        response
          .writeHead(status, { ...cors, 'content-type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      void whenReleased(call).then(() => setTimeout(send, delayMs));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    refusals,
    answer: (call: string, answer: Answer) => void answers.set(call, answer),
    /** Answers only after the returned function is called. */
    hold(call: string, answer: Answer): () => void {
      let release = () => {};
      holds.set(call, new Promise((resolve) => (release = resolve)));
      answers.set(call, answer);
      return release;
    },
    reset() {
      holds.clear();
      answers.clear();
      calls.length = 0;
      refusals.length = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type MinimalServer = Awaited<ReturnType<typeof startMinimalServer>>;
