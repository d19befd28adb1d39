import net from 'node:net';
import type { RunningSite } from '@carry/contracts/console';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DayCounts } from './day-counts';
import { openSharedState, type SharedState } from './shared-state';
import { SiteDayReporter } from './site-day';

const REDIS = { host: '127.0.0.1', port: 6379 };
const hasRedis = await new Promise<boolean>((resolve) => {
  const socket = net.connect(REDIS, () => socket.write('PING\r\n'));
  socket.once('data', (data) => {
    resolve(data.toString().startsWith('+PONG'));
    socket.destroy();
  });
  socket.once('error', () => resolve(false));
});

const release = 'mf-booking@1.0.0-aaaaaaaaaaaa';
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const siteOf = (id: string): RunningSite => ({
  ...{ id, host: 'host', shell: '0.1.0-abc', composition: 'c', revision: 3 },
  ...{ startedAt: `2026-11-26T12:00:0${id.length}Z`, at: new Date().toISOString() },
  ...{ storeLagSeconds: 0, rendered: 5, renderFailed: 1, frameFailures: 0 },
});

/** Starts the reporter of a site. */
function start(id: string, { url = `redis://${REDIS.host}:${REDIS.port}`, name = id } = {}) {
  const shared: SharedState = openSharedState({ url, secret: `a test ${process.pid}` });
  const counts = new DayCounts();
  const reporter = new SiteDayReporter({ counts, shared, describe: () => siteOf(name) });
  open.push(reporter);
  return { counts, reporter, shared };
}

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
    const used = day.releases.flatMap(({ slots }) => slots.map((slot) => slot.used));
    expect(used.reduce((sum, count) => sum + count, 0)).toBe(2);
    await open.pop()?.close();
    expect((await one.reporter.read()).sites.map(({ id }) => id)).toEqual(['a']);
  });

  test('forget a site that was killed', async () => {
    const { reporter, shared } = start('a');
    await vi.waitFor(() => shared.announce({ ...siteOf('gone'), at: '2026-01-01T00:00:00Z' }));
    expect((await reporter.read()).sites.map(({ id }) => id)).toEqual(['a']);
  });
});

test('a site without Redis shows its own day', async () => {
  const { counts, reporter } = start('a', { url: 'redis://127.0.0.1:1' });
  counts.count(release, 'used');
  expect(await reporter.read()).toMatchObject({
    ...{ shared: false, sites: [{ id: 'a' }] },
    releases: [{ remote: 'mf-booking', slots: [{ used: 1 }] }],
  });
});
