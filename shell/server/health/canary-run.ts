import { LRUCache } from 'lru-cache';
import { FALSE_ALARM, isWorse, type Tally } from './sequential';

/** A comparison begins anew after so many pages of the canary, so that a long good time does not hide a bad one after it. */
const MAX_PAGES = 500;
/** One network's word counts so often in a comparison: a person who reloads is not a crowd. */
const MAX_PAGES_PER_NETWORK = 5;
const MAX_NETWORKS = 5000;
const MAX_VIEWS = 5000;

type Arm = 'canary' | 'live';

/**
 * One canary against one live release, over the whole life of both. The chance of a false alarm is spent over the comparisons
 * (a half, a sixth, a twelfth …), so that it stays {@link FALSE_ALARM} however many there are.
 */
export class CanaryRun {
  private comparison = 1;
  private arms: Record<Arm, Tally> = {
    canary: { used: 0, failed: 0 },
    live: { used: 0, failed: 0 },
  };
  private readonly networks = new LRUCache<string, number>({ max: MAX_NETWORKS });
  /** In which comparison a page was counted; 0: in none. */
  private readonly views = new LRUCache<string, { comparison: number; failed: boolean }>({
    max: MAX_VIEWS,
  });

  /** Counts a page; answers why the canary must end, or null. `alone`: everybody has the canary. */
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
    const known = this.views.get(view) ?? { comparison: this.admit(arm, network), failed: false };
    this.views.set(view, { ...known, failed: known.failed || failed });
    if (failed && !known.failed && known.comparison === this.comparison) this.arms[arm].failed++;
  }

  /** Counts a new page, unless its network has had its say; answers the comparison that it belongs to. */
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
