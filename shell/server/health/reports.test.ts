import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import type { Report } from '../../universal/failures/report';
import { Health, type ReportingPage } from './health';
import { noChannel, type SharedReport } from './report-channel';
import { ReportReceiver } from './reports';

afterEach(() => void vi.useRealTimers());

test('limits reports by visitor behind a trusted proxy', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 60_000 }); // the limit ends with the minute
  const seen = new Set<string>();
  const health = {
    reported: ({ network }: ReportingPage) => void (network && seen.add(network)),
  } as unknown as Health;
  const readStatuses = async (proxies: number) => {
    const receiver = new ReportReceiver(health, { secret: 'secret', proxies });
    const app = new Hono().post('/', (context) => receiver.receive(context));
    const report = { kind: 'used', remote: 'mf-booking', release: '1.0.0-aaaaaaaaaaaa' };
    const view = receiver.newView([{ name: report.remote, version: report.release }]);
    const body = JSON.stringify({ view, reports: [report] });
    const send = async (from: string) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-forwarded-for': from,
      };
      return (await app.request('/', { method: 'POST', headers, body })).status;
    };
    for (let number = 0; number < 600; number++) await send('203.0.113.7');
    const statuses = [
      await send('203.0.113.7'),
      await send('198.51.100.8'),
      await send('203.0.113.9, 203.0.113.7'),
    ];
    vi.advanceTimersByTime(60_000);
    return [...statuses, await send('203.0.113.7')];
  };
  expect(await readStatuses(1)).toEqual([429, 204, 429, 204]);
  expect(seen.size).toBe(2);
  expect([...seen].filter((name) => /[0-9]+\.[0-9]+/.test(name))).toEqual([]);
  expect(await readStatuses(0)).toEqual([429, 429, 429, 204]);
});

test.each([
  [{ name: 'TypeError' }, 204],
  [{ name: 'TypeError', at: '/assets/static/js/index.0a1b.js:1:2345' }, 204],
  [{ name: 'my password is 1234' }, 400],
  [{ name: 'TypeError', at: 'https://site.example/booking/1?name=kim:1:2' }, 400],
])('answers a report of a failed frame %j by %i', async (frame, status) => {
  const frameFailed = vi.fn();
  const receiver = new ReportReceiver({ frameFailed } as unknown as Health, {
    secret: 'secret',
    proxies: 0,
  });
  const app = new Hono().post('/', (context) => receiver.receive(context));
  const view = receiver.newView([]);
  const body = JSON.stringify({ view, reports: [], frame });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  expect((await app.request('/', { method: 'POST', headers, body })).status).toBe(status);
  expect(frameFailed.mock.calls).toEqual(status === 204 ? [[view.split('.')[0], frame]] : []);
});

test('takes reports only on releases that the page was made of', {
  tags: ['@fault-11.18'],
}, async () => {
  const heard: string[] = [];
  const health = {
    reported: ({ view }: ReportingPage, { release }: Report) =>
      void heard.push(`${view} ${release}`),
  } as unknown as Health;
  const receiver = new ReportReceiver(health, { secret: 'secret', proxies: 0 });
  const app = new Hono().post('/', (context) => receiver.receive(context));
  const [live, canary] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb'];
  const send = async (view: string) => {
    const reports = [live, canary].map((release) => ({
      kind: 'used',
      remote: 'mf-booking',
      release,
    }));
    const body = JSON.stringify({ view, reports });
    const headers = { 'content-length': String(body.length) };
    return (await app.request('/', { method: 'POST', headers, body })).status;
  };
  const view = receiver.newView([
    { name: 'mf-booking', version: live },
    { name: 'mf-coach', version: canary },
  ]);
  const [id = '', marks = '', signature = ''] = view.split('.');
  expect(await send(view)).toBe(204);
  expect(heard).toEqual([`${id} ${live}`]);
  const [, other = ''] = receiver.newView([{ name: 'mf-booking', version: canary }]).split('.');
  for (const forged of [
    `${id}.${other}.${signature}`,
    `${id}.${marks}${other}.${signature}`,
    `${id}..${signature}`,
    `${id}.${signature}`,
  ])
    expect(await send(forged)).toBe(400);
  expect(heard).toHaveLength(1);
});

test('takes reports of newer and older pages', async () => {
  const heard: Report[] = [];
  const health = { reported: (_: unknown, report: Report) => void heard.push(report) };
  const receiver = new ReportReceiver(health as unknown as Health, {
    secret: 'secret',
    proxies: 0,
  });
  const app = new Hono().post('/', (context) => receiver.receive(context));
  const used = { kind: 'used', remote: 'mf-booking', release: '1.0.0-aaaaaaaaaaaa' } as const;
  const view = receiver.newView([{ name: used.remote, version: used.release }]);
  const reports = [used, { ...used, route: '/booking/:id' }, { ...used, later: true }];
  const body = JSON.stringify({ view, reports, later: {} });
  const headers = { 'content-length': String(body.length) };
  expect((await app.request('/', { method: 'POST', headers, body })).status).toBe(204);
  expect(heard).toEqual([used, { ...used, route: '/booking/:id' }, used]);
});

test('counts reports by the flag values that a page was shown with', async () => {
  const version = '1.0.0-aaaaaaaaaaaa';
  const getPointer = () => ({ version, history: [] });
  const health = new Health({
    getPointer: getPointer,
    getRoutes: () => [],
    suspect: () => {},
    log: () => {},
  });
  const receiver = new ReportReceiver(health, { secret: 'secret', proxies: 0 });
  const app = new Hono().post('/', (context) => receiver.receive(context));
  const send = async (view: string, ...reports: object[]) => {
    const body = JSON.stringify({
      view,
      reports: reports.map((report) => ({ remote: 'mf-booking', release: version, ...report })),
    });
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    return (await app.request('/', { method: 'POST', headers, body })).status;
  };
  const viewWith = (value: 'on' | 'off') =>
    receiver.newView([{ name: 'mf-booking', version }], {
      route: '/booking/:id',
      variants: [`mf-booking new-form ${value}`, 'mf-account other on'],
    });
  const lcp = { kind: 'vital', metric: 'LCP' };
  expect(await send(viewWith('on'), { kind: 'used' }, { kind: 'render' })).toBe(204);
  expect(await send(viewWith('on'), { kind: 'used' }, { ...lcp, value: 900 })).toBe(204);
  expect(await send(viewWith('off'), { kind: 'used' }, { ...lcp, value: 500 })).toBe(204);
  const forged = viewWith('off').replace(
    Buffer.from('mf-booking new-form off').toString('base64url'),
    Buffer.from('mf-booking new-form on').toString('base64url'),
  );
  expect(await send(forged, { kind: 'render' })).toBe(400);
  expect(Object.fromEntries(health.all()[0]?.variants ?? [])).toEqual({
    'new-form on': { used: 2, failed: 1, vitals: { LCP: { sum: 900, count: 1 } } },
    'new-form off': { used: 1, failed: 0, vitals: { LCP: { sum: 500, count: 1 } } },
  });
});

test('names remotes that the server failed to render', async () => {
  const pages: ReportingPage[] = [];
  const shared: SharedReport[] = [];
  const health = { reported: (page: ReportingPage) => void pages.push(page) };
  const channel = { ...noChannel, send: (report: SharedReport) => void shared.push(report) };
  const options = { secret: 'secret', proxies: 0, channel };
  const receiver = new ReportReceiver(health as unknown as Health, options);
  const app = new Hono().post('/', (context) => receiver.receive(context));
  const used = { kind: 'used', remote: 'mf-booking', release: '1.0.0-aaaaaaaaaaaa' };
  const view = receiver.newView([{ name: used.remote, version: used.release }], {
    variants: ['mf-booking new-form on'],
    failed: ['mf-booking'],
  });
  const body = JSON.stringify({ view, reports: [used] });
  await app.request('/', { method: 'POST', headers: { 'content-length': '200' }, body });
  expect(pages).toMatchObject([{ failed: ['mf-booking'], variants: ['mf-booking new-form on'] }]);
  expect(shared).toMatchObject([{ failed: ['mf-booking'] }]);
});

test('counts sent pages that a person navigates to', async () => {
  const sent: unknown[] = [];
  const health = {
    sent: ({ route, network }: ReportingPage, { version }: { version: string }) =>
      void sent.push([route, version, network !== null]),
  } as unknown as Health;
  const receiver = new ReportReceiver(health, { secret: 'secret', proxies: 1 });
  const owner = { name: 'mf-booking', version: '1.0.0-aaaaaaaaaaaa' };
  const token = receiver.newView([owner], { route: '/booking/:id' });
  const open = async (headers: Record<string, string>) => {
    const app = new Hono().get('/', (context) => {
      receiver.sent(context, token, owner);
      return context.text('');
    });
    await app.request('/', { headers: { 'x-forwarded-for': '203.0.113.7', ...headers } });
  };
  await open({});
  await open({ 'sec-fetch-mode': 'cors' });
  await open({ 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' });
  expect(sent).toEqual([]);
  await open({ 'sec-fetch-mode': 'navigate' });
  expect(sent).toEqual([['/booking/:id', owner.version, true]]);
});
