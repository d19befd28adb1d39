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

const BASE = 'http://local';
const MAX_BODY_BYTES = 16 * 1024 * 1024;

const readPathname = (url = '/'): string | null =>
  URL.canParse(url, BASE) ? new URL(url, BASE).pathname : null;

const corsHeaders = (origin = '*') => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST, PATCH',
});

/** Returns the JSON of a page's request, or its text: a page can send anything. */
function parseBody(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return text;
  }
}

/** Returns the status of a request that has the same answer in every test, or null. */
function findFixedStatus(
  method: string | undefined,
  pathname: string,
  size: number,
): number | null {
  if (method === 'OPTIONS') return 204;
  if (pathname === POLLED) return 404;
  return size > MAX_BODY_BYTES ? 413 : null;
}

export async function startMinimalServer() {
  const answers = new Map<string, Answer>();
  const holds = new Map<string, Promise<void>>();
  const whenReleased = async (call: string) => holds.get(call);
  const calls: Call[] = [];
  const refusals: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => {
      const pathname = readPathname(request.url);
      if (pathname === null) return response.writeHead(400).end();
      const cors = corsHeaders(request.headers.origin);
      const fixed = findFixedStatus(request.method, pathname, size);
      if (fixed !== null) return response.writeHead(fixed, cors).end();
      const call = `${request.method} ${pathname}`;
      calls.push({
        call,
        body: parseBody(Buffer.concat(chunks).toString()),
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
