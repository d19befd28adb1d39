import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { warnOfProxy } from './visitor';

const readLines = async (proxies: number, ...requests: Record<string, string>[]) => {
  const lines: string[] = [];
  const app = new Hono()
    .use(warnOfProxy(proxies, (line) => lines.push(line)))
    .get('/', (context) => context.text('page'));
  for (const headers of requests) expect((await app.request('/', { headers })).status).toBe(200);
  return lines;
};

test('warns once about an unconfigured proxy', {
  tags: ['@fault-11.18'],
}, async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect(await readLines(0, {}, forwarded, forwarded)).toEqual([
    expect.stringMatching(/TRUSTED_PROXIES is 0/),
  ]);
  expect(await readLines(1, forwarded)).toEqual([]);
  expect(await readLines(0, {})).toEqual([]);
});
