import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTracing } from './start-tracing';
import { inCall, inRequest, inSpan } from './tracing';

interface Sent {
  traceId: string;
  name: string;
  status: { code: number; message?: string };
  attributes: { key: string; value: { stringValue?: string } }[];
}

const spans: Sent[] = [];
const warnings: string[] = [];
let [gone, refuses, refused] = [false, false, 0];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (gone) return; // it takes the connection and never answers
  if (refuses) {
    refused++;
    return void response.writeHead(400).end();
  }
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
  };
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)));
  response.end('{}');
});
let end = async () => {};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  end = await startTracing(
    'test',
    { endpoint: `http://127.0.0.1:${port}`, share: 1 },
    { warn: (line) => warnings.push(line) },
  );
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, run: () => Promise<unknown> = async () => {}, traceparent?: string) =>
  inRequest({ path, traceparent }, async () => {
    await run();
    return { method: 'GET', route: path, status: 200 };
  });
const given = async (traceparent?: string) => {
  let headers: Record<string, string> = {};
  const call = () =>
    inCall('call', {}, async (carried) => {
      headers = carried;
    });
  await ask('/given', call, traceparent);
  return headers['traceparent'];
};
const named = (name: string) => spans.filter((span) => span.name === name);

test('a trace is continued as its parent says; what is not a parent begins another one', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await given(`00-${trace}-00f067aa0ba902b7-01`)).toMatch(
    new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[a-f0-9]{16}-01$`),
  );
  expect(await given(`00-${trace}-00f067aa0ba902b7-00`)).toMatch(new RegExp(`^00-${trace}-.*-00$`));
  for (const malformed of ['', 'x'.repeat(5000), `00-${trace}`, `00-${'0'.repeat(32)}-1-01`])
    expect(await given(malformed)).toMatch(/^00-[a-f0-9]{32}-[a-f0-9]{16}-01$/);
});

test('what is outside of a request, and what machines ask for all the time, is not a span', async () => {
  await inSpan('alone', {}, async () => {});
  await ask('/readyz', () => inSpan('probed', {}, async () => {}));
  await ask('/api/revisions/');
  await ask('/last');
  await vi.waitFor(() => expect(named('GET /last')).toHaveLength(1), 15_000);
  expect(spans.map(({ name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/alone|probed|revisions|readyz/)]),
  );
});

test('an error is a span with its name; its words stay here', {
  tags: ['@fault-traces'],
}, async () => {
  const fails = () =>
    inSpan('fails', {}, () => Promise.reject(new RangeError('kim@example.com is too long')));
  await expect(ask('/failing', fails)).rejects.toThrow('too long');
  await vi.waitFor(() => expect(named('fails')).toHaveLength(1), 15_000);
  expect(named('fails')).toMatchObject([
    {
      status: { code: 2 },
      attributes: [{ key: 'error.type', value: { stringValue: 'RangeError' } }],
    },
  ]);
  expect(JSON.stringify(named('fails'))).not.toContain('kim@');
});

test('a collector that refuses is told of once, and so is that it takes spans again', async () => {
  refuses = true;
  for (const batch of [1, 2, 3]) {
    await ask('/refused');
    await vi.waitFor(() => expect(refused).toBe(batch), 15_000);
  }
  refuses = false;
  await ask('/taken');
  await vi.waitFor(() => expect(named('GET /taken')).toHaveLength(1), 15_000);
  await vi.waitFor(() =>
    expect(warnings.splice(0)).toEqual([
      'traces are lost: their collector does not take them',
      'traces arrive at their collector again',
    ]),
  );
});

test('a collector that hangs slows nothing, is told of once, and holds an end up for a second', {
  tags: ['@fault-traces'],
}, async () => {
  gone = true;
  const started = Date.now();
  for (let index = 0; index < 20_000; index++) await ask('/many');
  expect(Date.now() - started).toBeLessThan(20_000);
  await vi.waitFor(
    () => expect(warnings).toEqual(['traces are lost: their collector does not take them']),
    30_000,
  );
  for (let index = 0; index < 2000; index++) await ask('/more');
  const ending = Date.now();
  await end();
  expect(Date.now() - ending).toBeLessThan(5000);
  expect(warnings).toHaveLength(1);
});
