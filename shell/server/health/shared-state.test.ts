import type { RunningSite, SiteDay } from '@carry/contracts/console';
import { createClient } from '@redis/client';
import { sign } from 'server-kit/secrets';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DayCounts } from './day-counts';
import { openSharedState, type SharedState } from './shared-state';
import { SiteDayReporter } from './site-day';
import { hasRedis, openTunnel, REDIS_URL } from './test/redis-tunnel';

const release = 'mf-booking@1.0.0-aaaaaaaaaaaa';
const open: { close(): unknown }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of open.splice(0)) await one.close();
});

const createSite = (id: string): RunningSite => ({
  ...{ id, host: 'host', shell: '0.1.0-abc', composition: 'c', revision: 3 },
  ...{ startedAt: `2026-11-26T12:00:0${id.length}Z`, at: new Date().toISOString() },
  ...{ storeLagSeconds: 0, rendered: 5, renderFailed: 1, frameFailures: 0 },
});

const SECRET = `a test ${process.pid}`;

/** Starts the reporter of a site. */
function start(id: string, { url = REDIS_URL, name = id, secret = SECRET } = {}) {
  const shared: SharedState = openSharedState({ url, secret });
  const counts = new DayCounts();
  const reporter = new SiteDayReporter({ counts, shared, describe: () => createSite(name) });
  open.push(reporter);
  return { counts, reporter, shared };
}

const sumUsed = ({ releases }: SiteDay): number =>
  releases.flatMap(({ slots }) => slots).reduce((sum, { used }) => sum + used, 0);

describe.skipIf(!hasRedis)('sites with one Redis', () => {
  test('see the day and each other', async () => {
    const [one, other] = [start('a'), start('bb')];
    await vi.waitFor(async () => expect((await one.reporter.read()).sites).toHaveLength(2));
    one.counts.count(release, 'used');
    other.counts.count(release, 'used');
    await other.reporter.read(); // shares its counters
    const day = await one.reporter.read();
    expect(day).toMatchObject({ shared: true, slotMinutes: 15 });
    expect(day.sites.map(({ id }) => id)).toEqual(['a', 'bb']);
    expect(sumUsed(day)).toBe(2);
    await open.pop()?.close();
    expect((await one.reporter.read()).sites.map(({ id }) => id)).toEqual(['a']);
  });

  test.each([
    { minutes: 1, isKept: true },
    { minutes: 61, isKept: false },
  ])('hide a site that was killed $minutes min ago', async ({ minutes, isKept }) => {
    const secret = `${SECRET} killed ${minutes}`;
    const { reporter } = start('a', { secret });
    const client = createClient({ url: REDIS_URL });
    open.push({ close: () => client.destroy() });
    await client.connect();
    const key = `carry:${sign(secret, 'carry-day').slice(0, 16)}:sites`;
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    await client.hSet(key, 'gone', JSON.stringify({ ...createSite('gone'), at }));
    const isShared = async () => expect(await reporter.read()).toMatchObject({ shared: true });
    await vi.waitFor(isShared, 20_000);
    expect((await reporter.read()).sites.map(({ id }) => id)).toEqual(['a']);
    expect(await client.hExists(key, 'gone')).toBe(isKept ? 1 : 0);
  });

  test.each([-10, 10])('see a site with a clock %i min off, and vice versa', async (minutes) => {
    const secret = `${SECRET} clock ${minutes}`;
    const [one, other] = [start('a', { secret }), start('bb', { secret })];
    await vi.waitFor(() => other.shared.announce(createSite('bb')));
    const listIds = async ({ shared }: typeof one) =>
      (await shared.listSites()).map(({ id }) => id).sort();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    await one.shared.announce(createSite('a'));
    expect(await listIds(one)).toEqual(['a', 'bb']);
    vi.useRealTimers();
    expect(await listIds(other)).toEqual(['a', 'bb']);
  });

  test.each([
    { failure: 'it is slow', isCut: false },
    { failure: 'its connection ends', isCut: true },
  ])('count once what Redis took without a reply because $failure', async ({ isCut }) => {
    const tunnel = await openTunnel();
    open.push({ close: tunnel.cut });
    const secret = `${SECRET} ${isCut}`;
    const { counts, reporter } = start('a', { url: tunnel.url, secret });
    const other = start('bb', { secret });
    const isShared = async () => expect(await reporter.read()).toMatchObject({ shared: true });
    await vi.waitFor(isShared, 20_000);
    tunnel.hang({ slow: true });
    counts.count(release, 'used');
    const failed = reporter.read();
    await vi.waitFor(async () => expect(sumUsed(await other.reporter.read())).toBe(1), 2000);
    if (isCut) tunnel.cut();
    expect(await failed).toMatchObject({ shared: false });
    tunnel.resume();
    if (isCut) await tunnel.restore();
    await vi.waitFor(isShared, 20_000);
    await reporter.read();
    expect(sumUsed(await other.reporter.read())).toBe(1);
  });
});

test.skipIf(!hasRedis)('a site shows its own day and closes while Redis hangs', async () => {
  const { url, cut, hang } = await openTunnel();
  open.push({ close: cut });
  const { counts, reporter } = start('a', { url });
  await vi.waitFor(
    async () => expect(await reporter.read()).toMatchObject({ shared: true }),
    20_000,
  );
  hang();
  counts.count(release, 'used');
  const started = performance.now();
  expect(await reporter.read()).toMatchObject({ shared: false, sites: [{ id: 'a' }] });
  await reporter.close();
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a site without Redis shows its own day', async () => {
  const { counts, reporter } = start('a', { url: 'redis://127.0.0.1:1' });
  counts.count(release, 'used');
  expect(await reporter.read()).toMatchObject({
    ...{ shared: false, sites: [{ id: 'a' }] },
    releases: [{ remote: 'mf-booking', slots: [{ used: 1 }] }],
  });
});
