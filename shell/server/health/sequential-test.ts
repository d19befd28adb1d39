interface Block {
  pages: number;
  bad: number;
}

export type Arm = 'canary' | 'live';

/** Stakes, as fractions of the wealth. Small ones find small differences in many pages, large ones find large differences soon. */
const STAKES = [0.02, 0.06, 0.15, 0.35, 0.7];
/** A new group of bettors starts after this many canary pages, so that a long good period cannot mask a failure. */
const PAGES_BETWEEN_STARTS = 250;
const MAX_GROUPS = 40;
const MIN_PAGES = 20;

/** Share of the money of the n-th group: 1/2, 1/4, 1/12, 1/24 …; the sum is 1. */
const endowment = (group: number) => (group === 0 ? 1 / 2 : 1 / (2 * group * (group + 1)));

/**
 * Tests after every page whether the canary is bad on more pages than the live release, by over `margin`.
 *
 * Bettors stake a fraction of their wealth on each new pair of pages: they win if the canary's page is
 * bad and lose if the live release's page is. While the canary is not worse, no strategy gains on
 * average, so the total wealth exceeds 1/error with a probability of at most `error` in the whole run
 * (Ville's inequality). Both arms of a bet come from the same minutes, so a failing API or a day with
 * many odd browsers harms neither. Source: Waudby-Smith and Ramdas, "Estimating means of bounded random
 * variables by betting", 2024.
 */
export class SequentialTest {
  readonly used: Record<Arm, number> = { canary: 0, live: 0 };
  readonly bad: Record<Arm, number> = { canary: 0, live: 0 };
  private readonly blocks: Record<Arm, Block> = {
    canary: { pages: 0, bad: 0 },
    live: { pages: 0, bad: 0 },
  };
  /** Wealth of each bettor, by group. */
  private readonly groups: number[][] = [];
  private wealth = 1;

  private readonly margin: number;

  constructor(margin: number) {
    this.margin = margin;
  }

  add(arm: Arm): void {
    const { canary, live } = this.blocks;
    if (canary.pages > 0 && live.pages > 0) this.bet(takeRate(canary), takeRate(live));
    this.used[arm]++;
    this.blocks[arm].pages++;
  }

  /** Adds a good page of a canary that all visitors have; it is compared with this share of bad pages. */
  addAlone(share: number): void {
    const { canary } = this.blocks;
    if (canary.pages > 0) this.bet(takeRate(canary), share, share + this.margin);
    this.used.canary++;
    canary.pages++;
  }

  /** Makes a page bad that was added as a good one. */
  addFailure(arm: Arm): void {
    this.bad[arm]++;
    this.blocks[arm].bad++;
  }

  /** Returns true if the canary is worse, with this probability of being wrong in the whole run. */
  isWorse(error: number): boolean {
    return this.used.canary >= MIN_PAGES && this.wealth >= 1 / error;
  }

  /** `maxLoss`: largest possible loss of a bet; limits the stakes. */
  private bet(canary: number, live: number, maxLoss = 1): void {
    const started = 1 + Math.floor(this.used.canary / PAGES_BETWEEN_STARTS);
    if (this.groups.length < Math.min(started, MAX_GROUPS)) this.groups.push(STAKES.map(() => 1));
    const gain = canary - live - this.margin;
    this.wealth = 0;
    for (const [number, group] of this.groups.entries()) {
      let sum = 0;
      for (const [index, stake] of STAKES.entries()) {
        const wealth = (group[index] ?? 1) * (1 + (stake / maxLoss) * gain);
        group[index] = wealth;
        sum += wealth;
      }
      this.wealth += endowment(number) * (sum / STAKES.length);
    }
  }
}

/** Empties a block and returns its share of bad pages. What exceeds the pages is left for the next block. */
function takeRate(block: Block): number {
  const bad = Math.min(block.bad, block.pages);
  const rate = bad / block.pages;
  block.bad -= bad;
  block.pages = 0;
  return rate;
}
