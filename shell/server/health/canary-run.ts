import { LRUCache } from 'lru-cache';
import { type Arm, SequentialTest } from './sequential-test';
import { SpeedTest, type TimedMetric } from './speed-test';

/** Probability of ever finding fault with a canary that is as good as the live release, and its parts. */
const FALSE_ALARM = 0.001;
const FAILURES_ERROR = FALSE_ALARM / 2;
const ROUTES_ERROR = FALSE_ALARM / 4;
const SPEED_ERROR = FALSE_ALARM / 4;

/** A canary may fail on this share more of its pages. */
const MARGIN = 0.003;
/** At 100 % there is no live release to compare with: the share of bad pages assumed for it, and the margin. */
const ASSUMED_SHARE = 0.1;
const MARGIN_ALONE = 0.05;

const HOUR_MS = 3_600_000;
const MAX_NETWORKS = 50_000;
const MAX_VIEWS = 20_000;
const MAX_ROUTES = 20;
/** Standard deviations above the expected number of networks (one-sided, 1 %). */
const OVERREPRESENTED = 2.33;

/** A page, as the run sees it. Networks count once an hour. */
export interface CanaryPage {
  arm: Arm;
  view: string;
  network: string;
  route: string;
  /** Share of the visitors that have the canary; at 100 everybody has it. */
  percent: number;
}

/** A canary that is worse than the live release, by what pages report or the server measures. */
export interface CanarySuspicion {
  why: string;
  /**
   * True if false reports cannot explain it: the server measured it, or half of the canary's networks, or more than outsiders could
   * add unnoticed, report it, and the canary has no more networks than its share of the visitors allows.
   */
  widespread: boolean;
}

interface CountedPage extends CanaryPage {
  failed: boolean;
}

/** Returns true if there is no live release to compare with. */
const isAlone = ({ arm, percent }: CanaryPage) => percent === 100 && arm === 'canary';

export class CanaryRun {
  private readonly failures = new SequentialTest(MARGIN);
  private readonly failuresAlone = new SequentialTest(MARGIN_ALONE);
  private readonly routes = new Map<string, SequentialTest>();
  private readonly speed = new SpeedTest();
  private readonly networks = new LRUCache<string, true>({ max: MAX_NETWORKS, ttl: HOUR_MS });
  private readonly pages = new LRUCache<string, CountedPage>({ max: MAX_VIEWS });
  private readonly canaryPages = { counted: 0, expected: 0, variance: 0 };

  /** Counted pages of the canary, one per network and hour. */
  get views(): number {
    return this.canaryPages.counted;
  }

  /** Counts that a page used its release, or failed with it. Returns the suspicion about the canary, or null. */
  report(page: CanaryPage, failed: boolean): CanarySuspicion | null {
    const counted = this.admit(page);
    if (counted && failed && !counted.failed) this.fail(counted);
    return this.getFailureSuspicion();
  }

  /** Adds a measurement of a page that was counted. Returns the suspicion about the canary, or null. */
  vital(page: CanaryPage, metric: TimedMetric, value: number): CanarySuspicion | null {
    if (!this.admit(page)) return null;
    return this.measured(page.arm, metric, value);
  }

  /** Adds a measurement. Returns the suspicion about the canary, or null. */
  measured(arm: Arm, metric: TimedMetric, value: number): CanarySuspicion | null {
    const slow = this.speed.add(arm, { metric, value, error: SPEED_ERROR });
    return (
      slow && {
        why: slow.why,
        widespread: metric === 'render' || (slow.isMost && !this.isOverrepresented()),
      }
    );
  }

  /** Returns the counted page; null if its network was counted by another page within the hour. */
  private admit(page: CanaryPage): CountedPage | null {
    const { arm, view, network, percent } = page;
    const key = `${arm} ${view}`;
    const previous = this.pages.get(key);
    if (previous) return previous;
    if (this.networks.has(network)) return null;
    this.networks.set(network, true);
    const counted = { ...page, failed: false };
    this.pages.set(key, counted);
    const share = percent / 100;
    if (arm === 'canary') this.canaryPages.counted++;
    this.canaryPages.expected += share;
    this.canaryPages.variance += share * (1 - share);
    if (isAlone(counted)) this.failuresAlone.addAlone(this.getExpectedShare());
    else for (const test of this.testsFor(counted)) test.add(arm);
    return counted;
  }

  private fail(page: CountedPage): void {
    page.failed = true;
    if (isAlone(page)) this.failuresAlone.addFailure('canary');
    else for (const test of this.testsFor(page)) test.addFailure(page.arm);
  }

  private testsFor({ route }: CountedPage): SequentialTest[] {
    const test = this.routes.get(route) ?? new SequentialTest(MARGIN);
    if (this.routes.size < MAX_ROUTES) this.routes.set(route, test);
    return [this.failures, test];
  }

  private getExpectedShare(): number {
    const { used, bad } = this.failures;
    return Math.max(ASSUMED_SHARE, used.live > 0 ? bad.live / used.live : 0);
  }

  private getFailureSuspicion(): CanarySuspicion | null {
    if (this.failures.isWorse(FAILURES_ERROR / 2)) return this.describe(this.failures);
    if (this.failuresAlone.isWorse(FAILURES_ERROR / 2)) return this.describe(this.failuresAlone);
    let number = 0;
    for (const [route, test] of this.routes) {
      number++;
      if (test.isWorse(ROUTES_ERROR / (number * (number + 1))))
        return this.describe(test, ` of ${route}`);
    }
    return null;
  }

  private describe(test: SequentialTest, route = ''): CanarySuspicion {
    const { used, bad } = test;
    const live = used.live > 0 ? `, the live one on ${bad.live} of ${used.live}` : '';
    return {
      why: `it failed on ${bad.canary} of ${used.canary} pages${route}${live}`,
      widespread:
        !this.isOverrepresented() &&
        (bad.canary * 2 >= used.canary || this.isBeyondOutsiders(test)),
    };
  }

  /** Returns true if more networks failed than outsiders could add unnoticed, on top of the live release's share. */
  private isBeyondOutsiders({ used, bad }: SequentialTest): boolean {
    if (used.live === 0) return false;
    const expected = used.canary * (bad.live / used.live);
    return bad.canary - expected > this.unseenNetworks;
  }

  /** More networks have the canary than its share of the visitors explains: somebody asks for its pages on purpose. */
  private isOverrepresented(): boolean {
    const { counted, expected } = this.canaryPages;
    return counted - expected > this.unseenNetworks;
  }

  /** Networks that the canary can have above its share by chance. */
  private get unseenNetworks(): number {
    return OVERREPRESENTED * Math.sqrt(this.canaryPages.variance);
  }
}
