import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Health } from './health';
import { ReportReceiver } from './reports';

test('limits reports by visitor behind a trusted proxy', async () => {
  const seen = new Set<string>();
  const health = {
    reported: (_view: string, network: string | null) => void (network && seen.add(network)),
  } as unknown as Health;
  const statusesOf = async (proxies: number) => {
    const receiver = new ReportReceiver(health, 'secret', proxies);
    const app = new Hono().post('/', (context) => receiver.receive(context));
    const report = { kind: 'used', remote: 'mf-booking', release: '1.0.0-aaaaaaaaaaaa' };
    const body = JSON.stringify({ view: receiver.newView(), reports: [report] });
    const send = async (from: string) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-forwarded-for': from,
      };
      return (await app.request('/', { method: 'POST', headers, body })).status;
    };
    for (let number = 0; number < 600; number++) await send('203.0.113.7');
    return [
      await send('203.0.113.7'),
      await send('198.51.100.8'),
      await send('203.0.113.9, 203.0.113.7'),
    ];
  };
  expect(await statusesOf(1)).toEqual([429, 204, 429]);
  expect(seen.size).toBe(2);
  expect([...seen].filter((name) => /[0-9]+\.[0-9]+/.test(name))).toEqual([]);
  expect(await statusesOf(0)).toEqual([429, 429, 429]);
});
