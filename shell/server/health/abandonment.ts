import { CanaryShare } from './canary-share';
import { CountedNetworks } from './counted-networks';
import { type CanaryPage, type PageErrors, PageTest, type WorsePages } from './page-test';
import type { Arm } from './sequential-test';

/** A page responds within this time, or its visitor has left. */
const PATIENCE_MS = 60_000;
const MAX_WAITING = 20_000;
/** Visitors may leave this share more of the canary's pages, whose files are in no browser's cache yet. */
const MARGIN = 0.02;

interface WaitingPage extends CanaryPage {
  until: number;
  responded: boolean;
}

/** Compares how many pages of both releases never responded: left early, or broken. Crawlers look the same in both arms. */
export class Abandonment {
  readonly share = new CanaryShare();
  private readonly pages = new PageTest(MARGIN);
  private readonly waiting = new Map<string, WaitingPage>();
  private readonly networks: CountedNetworks;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
    this.networks = new CountedNetworks(now);
  }

  sent(page: CanaryPage): void {
    if (this.waiting.size >= MAX_WAITING || !this.networks.count(page.network)) return;
    this.waiting.set(page.view, { ...page, until: this.now() + PATIENCE_MS, responded: false });
  }

  responded(view: string): void {
    const page = this.waiting.get(view);
    if (page) page.responded = true;
  }

  /** Returns how many pages of an arm were opened, and how many of them were left. Pages that may still respond are not included. */
  counts(arm: Arm): { opened: number; left: number } {
    const { used, bad } = this.pages.all;
    return { opened: used[arm], left: bad[arm] };
  }

  findWorse(errors: PageErrors): WorsePages | null {
    const now = this.now();
    for (const page of this.waiting.values()) {
      if (page.until > now) break;
      this.waiting.delete(page.view);
      this.count(page);
    }
    return this.pages.findWorse(errors);
  }

  private count({ arm, percent, route, responded }: WaitingPage): void {
    this.share.add(arm, percent);
    this.pages.add(arm, route);
    if (!responded) this.pages.addFailure(arm, route);
  }
}
