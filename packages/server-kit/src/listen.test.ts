import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer } from './close-server';
import { listen } from './listen';

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

test('keeps idle connections open longer than a proxy does', async () => {
  const server = await listen(() => new Response('ok'), 0);
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get({ port: portOf(server), agent }, resolve),
  );
  const [, seconds] = /timeout=(\d+)/.exec(String(answer.headers['keep-alive'])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
  agent.destroy();
  await closeServer(server, 1000);
});

test('rejects a port in use', async () => {
  const first = await listen(() => new Response('ok'), 0);
  await expect(listen(() => new Response('ok'), portOf(first))).rejects.toThrow('EADDRINUSE');
  await closeServer(first, 1000);
});
