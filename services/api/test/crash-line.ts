import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Moment of a crash around a write at the provider: before it arrives, after it ran, or when its response is on the way back. */
type CrashMoment = 'before' | 'after' | 'answered';

export interface Crash {
  /** Kind of write. */
  at: 'checkout' | 'refunds' | 'transfers';
  moment: CrashMoment;
  /** Writes that still pass. */
  writes: number;
}

interface Fatal extends Crash {
  kill(): void;
}

const KEPT = ['authorization', 'content-type', 'idempotency-key', 'stripe-account'];

const getHeaders = ({ headers }: IncomingMessage) =>
  KEPT.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });

/** Starts a proxy of the payment provider that kills its client around a write. */
export async function startCrashLine(provider: string) {
  let crash: Fatal | null = null;
  const takeCrash = ({ method, url = '' }: IncomingMessage): Fatal | null => {
    if (method !== 'POST' || !crash || !url.includes(`/${crash.at}`)) return null;
    if (crash.writes-- > 0) return null;
    const due = crash;
    crash = null;
    return due;
  };
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const due = takeCrash(request);
    if (due?.moment === 'before') return due.kill();
    const answer = await fetch(provider + request.url, {
      method: request.method ?? 'GET',
      headers: getHeaders(request),
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    if (due?.moment === 'after') return due.kill();
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type }).end(text, () => due?.kill());
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    crashAt: (next: Fatal | null) => {
      crash = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
