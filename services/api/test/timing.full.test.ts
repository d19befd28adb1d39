import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { demo } from '../src/app/demo';
import { onEveryDatabase } from './harness';

const SAMPLES = 300;
const APART_MS = 16 * 60_000; // far enough apart to stay below all rate limits

/** Client in a separate thread, so that its clock ignores work after the response. */
const CLIENT = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', async ({ url, body }) => {
    const started = performance.now();
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.text();
    parentPort.postMessage({ ms: performance.now() - started, status: answer.status });
  });`;

/** Mann-Whitney U as a probability: how often a value of one sample exceeds one of the other; 0.5 without a difference. */
function superiority(ones: number[], others: number[]): number {
  const above = ones.flatMap((one) =>
    others.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)),
  );
  return above.reduce((sum, each) => sum + each, 0) / above.length;
}

onEveryDatabase('account enumeration by response time', (api) => {
  const unverified = 'unverified@example.com';
  const calls: [string, string, (email: string) => Promise<object>][] = [
    [
      '/api/token/',
      demo.student.email,
      async (username) => ({ username, password: 'Wrong-123!', recaptcha: await api().human() }),
    ],
    [
      '/api/auth/password-reset/',
      demo.student.email,
      async (email) => ({ email, recaptcha: await api().human() }),
    ],
    ['/api/auth/resend-verification/', unverified, async (email) => ({ email })],
  ];

  test.each(calls)(
    '%s takes equally long for %s and a stranger',
    { tags: ['@fault-11.7', '@fault-D9'], timeout: 600_000 },
    async (path, known, readBody) => {
      const registration = {
        username: unverified,
        email: unverified,
        password: 'Secret-123!',
        recaptcha: await api().human(),
      };
      await api().send('POST', '/api/register/', registration);
      const server = await new Promise<Server>((resolve) => {
        const listening = serve({ fetch: api().app.fetch, port: 0 }, () =>
          resolve(listening),
        ) as Server;
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      const client = new Worker(CLIENT, { eval: true });
      const { offset } = api().clock;
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const statuses = new Set<number>();
      for (let sample = -5; sample < SAMPLES; sample++) {
        const pair = [
          ['known', known] as const,
          ['unknown', `nobody-${sample}@example.com`] as const,
        ];
        for (const [who, email] of Math.random() < 0.5 ? pair : pair.reverse()) {
          client.postMessage({ url, body: JSON.stringify(await readBody(email)) });
          const [{ ms, status }] = (await once(client, 'message')) as [
            { ms: number; status: number },
          ];
          if (sample >= 0) times[who].push(ms);
          statuses.add(status);
          await api().background.settled();
        }
        api().clock.offset += APART_MS;
      }
      api().clock.offset = offset;
      await client.terminate();
      server.closeAllConnections();
      server.close();
      expect(statuses.size).toBe(1);
      console.log(path, 'P', superiority(times.known, times.unknown));
      expect(Math.abs(superiority(times.known, times.unknown) - 0.5)).toBeLessThan(0.1);
    },
  );
});
