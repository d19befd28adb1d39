import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inCall, inRequest, inSpan, startTracing } from './tracing';

interface Sent {
  traceId: string;
  name: string;
  status: { code: number; message?: string };
  attributes: { key: string; value: { stringValue?: string } }[];
}

const spans: Sent[] = [];
const warnings: string[] = [];
let [hangs, refuses, refused] = [false, false, 0];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (hangs) return;
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
const childTraceparent = async (traceparent?: string) => {
  let headers: Record<string, string> = {};
  const call = () =>
    inCall('call', {}, async (carried) => {
      headers = carried;
    });
  await ask('/child', call, traceparent);
  return headers['traceparent'];
};
const getSpans = (name: string) => spans.filter((span) => span.name === name);

test('continues a valid parent trace and replaces an invalid one', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await childTraceparent(`00-${trace}-00f067aa0ba902b7-01`)).toMatch(
    new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[a-f0-9]{16}-01$`),
  );
  expect(await childTraceparent(`00-${trace}-00f067aa0ba902b7-00`)).toMatch(
    new RegExp(`^00-${trace}-.*-00$`),
  );
  for (const malformed of ['', 'x'.repeat(5000), `00-${trace}`, `00-${'0'.repeat(32)}-1-01`])
    expect(await childTraceparent(malformed)).toMatch(/^00-[a-f0-9]{32}-[a-f0-9]{16}-01$/);
});

test('records no span for probes and work outside a request', async () => {
  await inSpan('alone', {}, async () => {});
  await ask('/readyz', () => inSpan('probed', {}, async () => {}));
  await ask('/api/revisions/');
  await ask('/last');
  await vi.waitFor(() => expect(getSpans('GET /last')).toHaveLength(1), 15_000);
  expect(spans.map(({ name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/alone|probed|revisions|readyz/)]),
  );
});

test("records an error's name without its message", {
  tags: ['@fault-traces'],
}, async () => {
  const fails = () =>
    inSpan('fails', {}, () => Promise.reject(new RangeError('kim@example.com is too long')));
  await expect(ask('/failing', fails)).rejects.toThrow('too long');
  await vi.waitFor(() => expect(getSpans('fails')).toHaveLength(1), 15_000);
  expect(getSpans('fails')).toMatchObject([
    {
      status: { code: 2 },
      attributes: [{ key: 'error.type', value: { stringValue: 'RangeError' } }],
    },
  ]);
  expect(JSON.stringify(getSpans('fails'))).not.toContain('kim@');
});

test('logs once when exports fail and once when they recover', async () => {
  warnings.length = 0;
  refused = 0;
  spans.length = 0;
  refuses = true;
  for (const batch of [1, 2, 3]) {
    await ask('/refused');
    await vi.waitFor(() => expect(refused).toBe(batch), 15_000);
  }
  refuses = false;
  await ask('/taken');
  await vi.waitFor(() => expect(getSpans('GET /taken')).toHaveLength(1), 15_000);
  await vi.waitFor(() =>
    expect(warnings).toEqual([
      'trace export failed: spans are dropped; check OTEL_EXPORTER_OTLP_ENDPOINT',
      'trace export recovered',
    ]),
  );
});

test('bounds the cost of a collector that hangs', {
  tags: ['@fault-traces'],
}, async () => {
  warnings.length = 0;
  hangs = true;
  const started = Date.now();
  for (let index = 0; index < 20_000; index++) await ask('/many');
  expect(Date.now() - started).toBeLessThan(20_000);
  await vi.waitFor(
    () =>
      expect(warnings).toEqual([
        'trace export failed: spans are dropped; check OTEL_EXPORTER_OTLP_ENDPOINT',
      ]),
    30_000,
  );
  for (let index = 0; index < 2000; index++) await ask('/more');
  const ending = Date.now();
  await end();
  expect(Date.now() - ending).toBeLessThan(5000);
  expect(warnings).toHaveLength(1);
});
