import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Health } from './health';
import { openReportChannel, type ReportChannel, type SharedReport } from './report-channel';
import { ReportReceiver } from './reports';
import { hasRedis, openTunnel as openTunnelToRedis, REDIS_URL } from './test/redis-tunnel';

const remote = 'mf-booking';
const live = '1.0.0-aaaaaaaaaaaa';
const canary = '1.0.0-bbbbbbbbbbbb';
const secret = 'a secret that all test sites share';
const message: SharedReport = {
  view: 'v',
  network: 'n',
  failed: [],
  route: '',
  caller: 'c',
  reports: [{ kind: 'used', remote, release: live }],
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function createChannel(
  self: string,
  more: { url?: string; secret?: string; log?: (line: string) => void } = {},
): ReportChannel {
  const channel = openReportChannel({
    url: REDIS_URL,
    self,
    secret: `${secret} ${process.pid}`,
    log: () => {},
    ...more,
  });
  open.push(channel);
  return channel;
}

const shared = (channel: ReportChannel) =>
  vi.waitFor(() => expect(channel.state).toBe('shared'), { timeout: 15_000 });

const openTunnel = async (options?: Parameters<typeof openTunnelToRedis>[0]) => {
  const tunnel = await openTunnelToRedis(options);
  open.push({ close: tunnel.cut });
  return tunnel;
};

describe.runIf(hasRedis)('reports through Redis', () => {
  test('reach every other site with the same secret', async () => {
    const heard: string[] = [];
    const [a, b, c, foreign] = [
      createChannel('a'),
      createChannel('b'),
      createChannel('c'),
      createChannel('d', { secret: 'another' }),
    ];
    for (const [name, channel] of Object.entries({ a, b, c, foreign }))
      channel.listen(({ view }) => heard.push(`${name} ${view}`));
    await Promise.all([a, b, c, foreign].map(shared));
    a.send(message);
    await vi.waitFor(() => expect(heard.sort()).toEqual(['b v', 'c v']));
  });

  test('logs an outage once and reconnects', {
    tags: ['@fault-reports'],
  }, async () => {
    const { url, cut, restore } = await openTunnel();
    const lines: string[] = [];
    const heard: string[] = [];
    const [a, b] = [
      createChannel('a', { url, log: (line) => void lines.push(line) }),
      createChannel('b'),
    ];
    b.listen(({ view }) => heard.push(view));
    await Promise.all([a, b].map(shared));
    cut();
    await vi.waitFor(() => expect(a.state).toBe('lost'));
    expect(() => a.send(message)).not.toThrow();
    await restore();
    await shared(a);
    a.send({ ...message, view: 'again' });
    await vi.waitFor(() => expect(heard).toEqual(['again']));
    expect(lines).toEqual([
      'sharing page reports with other sites through Redis',
      'Redis is unreachable: this site uses only its own page reports until it reconnects',
      'sharing page reports with other sites through Redis',
    ]);
  });

  test('detects a Redis that hangs, and reconnects', {
    tags: ['@fault-reports'],
  }, async () => {
    const { url, hang, resume } = await openTunnel();
    const lines: string[] = [];
    const heard: string[] = [];
    const [a, b] = [
      createChannel('a', { url, log: (line) => void lines.push(line) }),
      createChannel('b'),
    ];
    b.listen(({ view }) => heard.push(view));
    await Promise.all([a, b].map(shared));
    hang();
    await vi.waitFor(() => expect(a.state).toBe('lost'), 20_000);
    expect(lines.at(-1)).toMatch(/^Redis is unreachable/);
    await sleep(3000); // the attempts to reconnect hang, too
    resume();
    await shared(a);
    a.send({ ...message, view: 'again' });
    await vi.waitFor(() => expect(heard).toEqual(['again']));
    expect(lines).toHaveLength(3);
  });

  test('drops reports above a limit while Redis does not answer', {
    tags: ['@fault-reports'],
  }, async () => {
    const { url, hang, resume } = await openTunnel();
    let heard = 0;
    const [a, b] = [createChannel('a', { url }), createChannel('b')];
    b.listen(() => void heard++);
    await Promise.all([a, b].map(shared));
    hang();
    for (let report = 0; report < 3000; report++) a.send(message);
    resume();
    await vi.waitFor(() => expect(heard).toBeGreaterThanOrEqual(1000), 20_000);
    await sleep(300);
    expect(heard).toBe(1000);
  });

  test('subscribes again after a failure', async () => {
    const { url } = await openTunnel({ failedSubscriptions: 1 });
    await shared(createChannel('a', { url }));
  });

  const createHealth = (suspect: () => void) =>
    new Health({
      getPointer: () => ({
        version: live,
        history: [],
        canary: { version: canary, percent: 50, takenBack: false },
      }),
      getRoutes: () => [],
      suspect,
      log() {},
    });

  /** Reports one page from its own network. Half of the pages have the canary, which fails to render. */
  const reportPage = async (receiver: ReportReceiver, page: number) => {
    const app = new Hono().post('/', (context) => receiver.receive(context));
    const isCanary = page % 4 < 2;
    const release = isCanary ? canary : live;
    const kinds = isCanary ? ['used', 'render'] : ['used'];
    const reports = kinds.map((kind) => ({ kind, remote, release }));
    const view = receiver.newView([{ name: remote, version: release }]);
    const body = JSON.stringify({ view, reports });
    const headers = {
      'content-length': String(body.length),
      'x-forwarded-for': `203.0.${page}.7`,
    };
    expect((await app.request('/', { method: 'POST', body, headers })).status).toBe(204);
  };

  test('shares a rate limit, or limits alone during an outage', async () => {
    const { url, cut } = await openTunnel();
    const more = { url, secret: `${secret} ${process.pid} limit` };
    const channels = ['a', 'b'].map((self) => createChannel(self, more));
    const [one, two] = channels.map(
      (channel) =>
        new ReportReceiver(
          createHealth(() => {}),
          { secret, proxies: 1, channel },
        ),
    ) as [ReportReceiver, ReportReceiver];
    let heard = 0;
    const third = createChannel('c', more);
    third.listen(() => void heard++);
    await Promise.all([...channels, third].map(shared));
    const send = async (receiver: ReportReceiver, times: number, from: string) => {
      const app = new Hono().post('/', (context) => receiver.receive(context));
      const statuses: number[] = [];
      for (let time = 0; time < times; time++) {
        const body = JSON.stringify({ view: receiver.newView([]), reports: [] });
        const headers = { 'content-length': String(body.length), 'x-forwarded-for': from };
        statuses.push((await app.request('/', { method: 'POST', body, headers })).status);
      }
      return statuses;
    };
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:01Z') });
    try {
      expect(await send(one, 400, '203.0.113.5')).toEqual(Array(400).fill(204));
      await vi.waitFor(async () => expect(await send(two, 1, '203.0.113.6')).toEqual([204]));
      await vi.waitFor(() => expect(heard).toBe(401), 20_000);
      await sleep(300); // the other site may hear them later
      const statuses = await send(two, 250, '203.0.113.5');
      expect([statuses.slice(0, 200), statuses.slice(200)]).toEqual([
        Array(200).fill(204),
        Array(50).fill(429),
      ]);
      cut();
      await vi.waitFor(() => expect(channels.map(({ state }) => state)).toEqual(['lost', 'lost']));
      for (const receiver of [one, two])
        expect(await send(receiver, 400, '203.0.113.7')).toEqual(Array(400).fill(204));
    } finally {
      vi.useRealTimers();
    }
  });

  test('detects a failing canary as fast with two sites', {
    tags: ['@fault-reports'],
    timeout: 30_000,
  }, async () => {
    const pagesUntilDetected = async (sites: number) => {
      const ended: number[] = [];
      const channels = Array.from({ length: sites }, (_, site) =>
        createChannel(`${sites}-${site}`, { secret: `${secret} ${process.pid} ${sites}` }),
      );
      const receivers = channels.map(
        (channel, site) =>
          new ReportReceiver(
            createHealth(() => void ended.push(site)),
            { secret, proxies: 1, channel },
          ),
      );
      await Promise.all(channels.map(shared));
      for (let page = 0; page < 400; page++) {
        await reportPage(receivers[page % sites] as ReportReceiver, page);
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (new Set(ended).size === sites) return page;
      }
      return Number.POSITIVE_INFINITY;
    };
    const alone = await pagesUntilDetected(1);
    expect(alone).toBeLessThan(200);
    expect(Math.abs((await pagesUntilDetected(2)) - alone)).toBeLessThanOrEqual(6); // messages in flight
  });
});

describe('without Redis', () => {
  let free = 0;
  beforeAll(async () => {
    const probe = net.createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    free = (probe.address() as net.AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
  });

  test('starts and uses its own reports', async () => {
    const lines: string[] = [];
    const channel = createChannel('a', {
      url: `redis://127.0.0.1:${free}`,
      log: (line) => void lines.push(line),
    });
    await vi.waitFor(() =>
      expect(lines).toEqual([
        'Redis is unreachable: this site uses only its own page reports until it reconnects',
      ]),
    );
    expect(channel.state).toBe('lost');
    expect(() => channel.send(message)).not.toThrow();
  });
});
