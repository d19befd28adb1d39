import type { DayNumbers, SiteDay } from '@carry/contracts/console';
import { NoReply } from './redis-connection';

export const SLOT_MINUTES = 15;
const SLOT_MS = SLOT_MINUTES * 60_000;
const SLOTS = 96;
/** Counters of one slot; more releases than a day has are not counted. */
const MAX_COUNTERS = 4000;
/** Bins per doubling of a duration, so a percentile is at most 9 % off. */
const BINS = 4;
const PERCENTILE = 0.75;

/** Counters by `remote@version name`. */
export type Counters = Map<string, number>;

export interface SharedCounts {
  /** Throws {@link NoReply} if the counters may have been added. */
  add(slot: number, counters: Counters): Promise<void>;
  read(slots: readonly number[]): Promise<Map<number, Counters>>;
}

const TIMED = ['LCP', 'INP', 'render'] as const;
type Timed = (typeof TIMED)[number];
const isTimed = (name: string): name is Timed => (TIMED as readonly string[]).includes(name);
type Counted = 'used' | 'failed' | 'rendered' | 'renderFailed';

/** Sums of the live releases and canaries over a day, in slots of 15 minutes. */
export class DayCounts {
  private readonly slots = new Map<number, Counters>();
  private readonly unshared = new Map<number, Counters>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  count(release: string, name: Counted): void {
    this.add(`${release} ${name}`);
  }

  measure(release: string, name: string, ms: number): void {
    if (isTimed(name)) this.add(`${release} ${name}:${toBin(ms)}`);
  }

  /** Adds what was counted since the last call to the counters of all sites. Drops counters on failure instead of adding them twice. */
  async share(shared: SharedCounts): Promise<void> {
    for (const [slot, counters] of [...this.unshared]) {
      this.unshared.delete(slot);
      try {
        await shared.add(slot, counters);
      } catch (error) {
        if (!(error instanceof NoReply))
          for (const [key, count] of counters) addTo(this.unshared, slot, [key, count]);
        throw error;
      }
    }
  }

  /** Returns the day of all sites; of this site if they share nothing or cannot be read. */
  async read(shared: SharedCounts | null): Promise<Pick<SiteDay, 'shared' | 'releases'>> {
    const last = Math.floor(this.now() / SLOT_MS);
    const slots = Array.from({ length: SLOTS }, (_, at) => last - SLOTS + 1 + at);
    const all = await shared?.read(slots).catch(() => null);
    return { shared: Boolean(all), releases: describeReleases(slots, all ?? this.slots) };
  }

  private add(key: string): void {
    const slot = Math.floor(this.now() / SLOT_MS);
    for (const slots of [this.slots, this.unshared]) {
      addTo(slots, slot, [key, 1]);
      for (const old of slots.keys()) if (old <= slot - SLOTS) slots.delete(old);
    }
  }
}

function addTo(slots: Map<number, Counters>, slot: number, [key, count]: [string, number]): void {
  const counters = slots.get(slot) ?? new Map<string, number>();
  slots.set(slot, counters);
  if (counters.has(key) || counters.size < MAX_COUNTERS)
    counters.set(key, (counters.get(key) ?? 0) + count);
}

const toBin = (ms: number) => Math.round(BINS * Math.log2(Math.max(1, ms)));
const toDuration = (bin: number) => Math.round(2 ** (bin / BINS));

function describeReleases(
  slotNumbers: readonly number[],
  slots: ReadonlyMap<number, Counters>,
): SiteDay['releases'] {
  const releases = new Map<string, DayNumbers[]>();
  for (const slot of slotNumbers)
    for (const [release, counters] of groupByRelease(slots.get(slot))) {
      const numbers = describeSlot(new Date(slot * SLOT_MS).toISOString(), counters);
      releases.set(release, [...(releases.get(release) ?? []), numbers]);
    }
  return [...releases].map(([release, numbers]) => {
    const [remote = '', version = ''] = release.split('@');
    return { remote, version, slots: numbers };
  });
}

function groupByRelease(counters: Counters = new Map()): Map<string, Counters> {
  const releases = new Map<string, Counters>();
  for (const [key, count] of counters) {
    const [release = '', name = ''] = key.split(' ');
    releases.set(release, (releases.get(release) ?? new Map()).set(name, count));
  }
  return releases;
}

const describeSlot = (at: string, counters: Counters): DayNumbers => ({
  at,
  used: counters.get('used') ?? 0,
  failed: counters.get('failed') ?? 0,
  rendered: counters.get('rendered') ?? 0,
  renderFailed: counters.get('renderFailed') ?? 0,
  LCP: findPercentile('LCP', counters),
  INP: findPercentile('INP', counters),
  render: findPercentile('render', counters),
});

function findPercentile(name: Timed, counters: Counters): number | null {
  const bins = [...counters]
    .flatMap(([key, count]) =>
      key.startsWith(`${name}:`) ? [[Number(key.slice(name.length + 1)), count] as const] : [],
    )
    .sort(([a], [b]) => a - b);
  let rest = bins.reduce((sum, [, count]) => sum + count, 0) * PERCENTILE;
  for (const [bin, count] of bins) {
    rest -= count;
    if (rest <= 0) return toDuration(bin);
  }
  return null;
}
