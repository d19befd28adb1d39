import { LRUCache } from 'lru-cache';
import { FALSE_ALARM, isWorse, type Tally } from './sequential';

/** Restarts the comparison after this many canary pages, so that a long good period cannot mask a failure. */
const MAX_PAGES = 500;
const MAX_PAGES_PER_NETWORK = 5;
const MAX_NETWORKS = 5000;
const MAX_VIEWS = 5000;

type Arm = 'canary' | 'live';

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
  private readonly networks = new LRUCache<string, number>({ max: MAX_NETWORKS });
  /** The comparison that counted a page; 0: none. */
  private readonly views = new LRUCache<string, { comparison: number; failed: boolean }>({
    max: MAX_VIEWS,
  });

  /** Counts a page. Returns the reason to abort the canary, or null. `alone` is true at 100 %. */
  add(arm: Arm, view: string, network: string, failed: boolean, alone: boolean): string | null {
    this.count(arm, `${arm} ${view}`, `${arm} ${network}`, failed);
    const { canary, live } = this.arms;
    const error = FALSE_ALARM / (this.comparison * (this.comparison + 1));
    if (isWorse(canary, alone ? null : live, error)) {
      return `it failed on ${canary.failed} of ${canary.used} pages, the live one on ${live.failed} of ${live.used}`;
    }
    if (canary.used >= MAX_PAGES) this.restart();
    return null;
  }

  private count(arm: Arm, view: string, network: string, failed: boolean): void {
    const entry = this.views.get(view) ?? { comparison: this.admit(arm, network), failed: false };
    this.views.set(view, { ...entry, failed: entry.failed || failed });
    if (failed && !entry.failed && entry.comparison === this.comparison) this.arms[arm].failed++;
  }

  private admit(arm: Arm, network: string): number {
    const pages = (this.networks.get(network) ?? 0) + 1;
    if (pages > MAX_PAGES_PER_NETWORK) return 0;
    this.networks.set(network, pages);
    this.arms[arm].used++;
    return this.comparison;
  }

  private restart(): void {
    this.comparison++;
    this.arms = { canary: { used: 0, failed: 0 }, live: { used: 0, failed: 0 } };
    this.networks.clear();
  }
}
