import { LRUCache } from 'lru-cache';
import { FALSE_ALARM, isWorse, type Tally } from './sequential';

/** Restarts the comparison after this many canary pages, so that a long good period cannot mask a failure. */
const MAX_PAGES = 500;
const MAX_NETWORKS = 5000;
const MAX_VIEWS = 5000;
/** Standard deviations above the expected number of networks (one-sided, 1 %). */
const OVERREPRESENTED = 2.33;

type Arm = 'canary' | 'live';

/** A canary that fails more often than the live release, by what pages report. */
export interface CanaryComplaint {
  why: string;
  /** At least half of the canary's networks report failures, and its share of all networks is not above its share of the visitors. */
  widespread: boolean;
}

/**
 * Compares one canary with one live release over their lifetime. Spends the error probability over the
 * comparisons (1/2, 1/6, 1/12 …), so that it stays {@link FALSE_ALARM} in total.
 */
export class CanaryRun {
  private comparison = 1;
  private arms: Record<Arm, Tally> = {
    canary: { used: 0, failed: 0 },
    live: { used: 0, failed: 0 },
  };
  private readonly networks = new LRUCache<string, true>({ max: MAX_NETWORKS });
  /** Largest share of the visitors that had the canary in this comparison. */
  private percent = 0;
  /** In which comparison a page was counted; 0: in none. */
  private readonly views = new LRUCache<string, { comparison: number; failed: boolean }>({
    max: MAX_VIEWS,
  });

  /** Counts a page, one per network; returns the complaint against the canary, or null. At 100 `percent` everybody has the canary. */
  add(
    arm: Arm,
    view: string,
    network: string,
    failed: boolean,
    percent: number,
  ): CanaryComplaint | null {
    this.percent = Math.max(this.percent, percent);
    this.count(arm, `${arm} ${view}`, network, failed);
    const { canary, live } = this.arms;
    const error = FALSE_ALARM / (this.comparison * (this.comparison + 1));
    if (isWorse(canary, percent === 100 ? null : live, error)) {
      const why = `it failed on ${canary.failed} of ${canary.used} pages, the live one on ${live.failed} of ${live.used}`;
      return { why, widespread: canary.failed * 2 >= canary.used && !this.isOverrepresented() };
    }
    if (canary.used >= MAX_PAGES) this.restart();
    return null;
  }

  /** More networks have the canary than its share of the visitors explains: somebody asks for its pages on purpose. */
  private isOverrepresented(): boolean {
    const { canary, live } = this.arms;
    const used = canary.used + live.used;
    const share = this.percent / 100;
    const deviation = Math.sqrt(used * share * (1 - share));
    return canary.used - used * share > OVERREPRESENTED * deviation;
  }

  private count(arm: Arm, view: string, network: string, failed: boolean): void {
    const entry = this.views.get(view) ?? { comparison: this.admit(arm, network), failed: false };
    this.views.set(view, { ...entry, failed: entry.failed || failed });
    if (failed && !entry.failed && entry.comparison === this.comparison) this.arms[arm].failed++;
  }

  /** Counts a network by its first page, in one arm only; returns the comparison that the page belongs to, 0 for further pages. */
  private admit(arm: Arm, network: string): number {
    if (this.networks.has(network)) return 0;
    this.networks.set(network, true);
    this.arms[arm].used++;
    return this.comparison;
  }

  private restart(): void {
    this.comparison++;
    this.arms = { canary: { used: 0, failed: 0 }, live: { used: 0, failed: 0 } };
    this.networks.clear();
    this.percent = 0;
  }
}
