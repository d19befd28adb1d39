import type { RunningSite, SiteDay } from '@carry/contracts/console';
import { type DayCounts, SLOT_MINUTES } from './day-counts';
import type { SharedState } from './shared-state';

const INTERVAL_MS = 10_000;

interface SiteDayParts {
  counts: DayCounts;
  shared: SharedState | null;
  describe(): RunningSite;
}

export class SiteDayReporter {
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly parts: SiteDayParts;

  constructor(parts: SiteDayParts) {
    this.parts = parts;
    this.timer = setInterval(() => void this.report(), INTERVAL_MS).unref();
    if (parts.shared) void this.report();
  }

  async read(): Promise<SiteDay> {
    const { counts, shared, describe } = this.parts;
    await this.report();
    const day = await counts.read(shared);
    const sites = await shared?.listSites().catch(() => null);
    const sorted = (sites ?? [describe()]).sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    return { ...day, slotMinutes: SLOT_MINUTES, sites: sorted };
  }

  async close(): Promise<void> {
    const { counts, shared, describe } = this.parts;
    clearInterval(this.timer);
    if (!shared) return;
    await counts.share(shared).catch(() => {}); // the last seconds are lost
    await shared.leave(describe().id).catch(() => {}); // others remove a silent site
    shared.close();
  }

  /** Best effort: counters that Redis refuses are shared later. */
  private async report(): Promise<void> {
    const { counts, shared, describe } = this.parts;
    if (!shared) return;
    await Promise.all([counts.share(shared), shared.announce(describe())]).catch(() => {});
  }
}
