import { describe, expect, test } from 'vitest';
import { type Counters, DayCounts, type SharedCounts } from './day-counts';
import { NoReply } from './redis-connection';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-26T12:00:00Z');
const release = 'mf-booking@1.0.0-aaaaaaaaaaaa';

function open() {
  const clock = { now: START };
  return { clock, counts: new DayCounts(() => clock.now) };
}

/** Shared counters in memory, as Redis keeps them. */
function memory() {
  const slots = new Map<number, Counters>();
  const state = { isLost: false };
  const shared: SharedCounts = {
    async add(slot, counters) {
      if (state.isLost) throw new Error('lost');
      const all = slots.get(slot) ?? new Map();
      for (const [key, count] of counters) all.set(key, (all.get(key) ?? 0) + count);
      slots.set(slot, all);
    },
    async read(wanted) {
      if (state.isLost) throw new Error('lost');
      return new Map(wanted.map((slot) => [slot, slots.get(slot) ?? new Map()]));
    },
  };
  return { shared, state };
}

describe('day counts', () => {
  test('sum pages and failures in slots', async () => {
    const { counts, clock } = open();
    counts.count(release, 'used');
    counts.count(release, 'failed');
    clock.now += 20 * MINUTE_MS;
    counts.count(release, 'used');
    const { releases, shared } = await counts.read(null);
    expect(shared).toBe(false);
    expect(releases).toMatchObject([
      {
        remote: 'mf-booking',
        version: '1.0.0-aaaaaaaaaaaa',
        slots: [
          { at: '2026-11-26T12:00:00.000Z', used: 1, failed: 1, LCP: null },
          { at: '2026-11-26T12:15:00.000Z', used: 1, failed: 0 },
        ],
      },
    ]);
  });

  test('keep the 75th percentile within a tenth', async () => {
    const { counts } = open();
    for (let page = 1; page <= 100; page++) counts.measure(release, 'LCP', page * 30);
    counts.measure(release, 'CLS', 0.2);
    const { releases } = await counts.read(null);
    const lcp = releases[0]?.slots[0]?.LCP ?? 0;
    expect(Math.abs(lcp - 2250) / 2250).toBeLessThan(0.1);
  });

  test('forget what is older than a day', async () => {
    const { counts, clock } = open();
    counts.count(release, 'used');
    clock.now += 24 * 60 * MINUTE_MS;
    counts.count('mf-help@2.0.0-bbbbbbbbbbbb', 'used');
    const { releases } = await counts.read(null);
    expect(releases.map(({ remote }) => remote)).toEqual(['mf-help']);
  });

  test('add up over sites, and once after Redis was lost', async () => {
    const { shared, state } = memory();
    const [one, other] = [open().counts, open().counts];
    one.count(release, 'used');
    other.count(release, 'used');
    state.isLost = true;
    await expect(one.share(shared)).rejects.toThrow('lost');
    expect(await one.read(shared)).toMatchObject({ shared: false });
    state.isLost = false;
    one.count(release, 'used');
    for (const site of [one, other, one]) await site.share(shared);
    const day = await other.read(shared);
    expect(day.shared).toBe(true);
    expect(day.releases[0]?.slots).toMatchObject([{ used: 3 }]);
  });

  test('are not shared again after Redis may have taken them', async () => {
    const { counts } = open();
    const { shared } = memory();
    counts.count(release, 'used');
    const unsure: SharedCounts = {
      ...shared,
      async add(slot, counters) {
        await shared.add(slot, counters);
        throw new NoReply('slow');
      },
    };
    await expect(counts.share(unsure)).rejects.toThrow('slow');
    counts.count(release, 'used');
    await counts.share(shared);
    expect((await counts.read(shared)).releases[0]?.slots).toMatchObject([{ used: 2 }]);
  });

  test('are bounded in one slot', async () => {
    const { counts } = open();
    for (let number = 0; number < 5000; number++)
      counts.count(`mf-booking@1.0.${number}-aaaaaaaaaaaa`, 'used');
    expect((await counts.read(null)).releases.length).toBeLessThanOrEqual(4000);
  });
});
