import { Abandonment } from './abandonment';
import type { CanaryPage } from './canary-page';
import { CanaryShare } from './canary-share';
import { CountedNetworks } from './counted-networks';
import { PageTest, type WorsePages } from './page-test';
import { type Arm, SequentialTest } from './sequential-test';
import { SpeedTest, type TimedMetric } from './speed-test';

/** Probability that a canary as good as the live release is ever suspected, divided between the tests below. */
const FALSE_ALARM = 0.001;
const FAILURES_ERRORS = { all: FALSE_ALARM / 4, routes: FALSE_ALARM / 8 };
const ALONE_ERROR = FALSE_ALARM / 8;
const ABANDONMENT_ERRORS = { all: FALSE_ALARM / 8, routes: FALSE_ALARM / 8 };
const SPEED_ERROR = FALSE_ALARM / 4;

/** A canary may fail on this share more of its pages. */
const MARGIN = 0.003;
/** At 100 % there is no live release to compare with: the share of bad pages assumed for it, and the margin. */
const ASSUMED_SHARE = 0.1;
const MARGIN_ALONE = 0.05;

const MAX_VIEWS = 20_000;

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
  private readonly failures = new PageTest(MARGIN);
  private readonly failuresAlone = new SequentialTest(MARGIN_ALONE);
  private readonly speed = new SpeedTest();
  readonly abandonment: Abandonment;
  private readonly networks: CountedNetworks;
  /** By view, oldest first. */
  private readonly pages = new Map<string, CountedPage>();
  private readonly share = new CanaryShare();

  /** @param now Monotonic time in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.networks = new CountedNetworks(now);
    this.abandonment = new Abandonment(now);
  }

  /** Counted pages of the canary, one per network and hour. */
  get views(): number {
    return this.share.counted;
  }

  /** Counts that a page was sent to a visitor, who may leave before it responds. Returns the suspicion about the canary, or null. */
  sent(page: CanaryPage): CanarySuspicion | null {
    if (page.percent === 100) return null; // there is no live release to compare with
    this.abandonment.sent(page);
    const worse = this.abandonment.findWorse(ABANDONMENT_ERRORS);
    return (
      worse && this.suspect(worse, 'its visitors left before it responded', this.abandonment.share)
    );
  }

  /** Counts that a page used its release, or failed with it. Returns the suspicion about the canary, or null. */
  report(page: CanaryPage, failed: boolean): CanarySuspicion | null {
    this.abandonment.answered(page.view);
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
        widespread: metric === 'render' || (slow.isMost && !this.share.isOverrepresented()),
      }
    );
  }

  /** Returns the counted page; null if its network was counted by another page within the hour. */
  private admit(page: CanaryPage): CountedPage | null {
    const { arm, view, network, percent } = page;
    const previous = this.pages.get(view);
    if (previous) return previous;
    if (!this.networks.count(network)) return null;
    const counted = { ...page, failed: false };
    this.pages.set(view, counted);
    if (this.pages.size > MAX_VIEWS) this.pages.delete(this.pages.keys().next().value ?? '');
    this.share.add(arm, percent);
    if (isAlone(counted)) this.failuresAlone.addAlone(this.getExpectedShare());
    else this.failures.add(arm, counted.route);
    return counted;
  }

  private fail(page: CountedPage): void {
    page.failed = true;
    if (isAlone(page)) this.failuresAlone.addFailure('canary');
    else this.failures.addFailure(page.arm, page.route);
  }

  private getExpectedShare(): number {
    const { used, bad } = this.failures.all;
    return Math.max(ASSUMED_SHARE, used.live > 0 ? bad.live / used.live : 0);
  }

  private getFailureSuspicion(): CanarySuspicion | null {
    const worse = this.failures.findWorse(FAILURES_ERRORS) ?? this.findWorseAlone();
    return worse && this.suspect(worse, 'it failed', this.share);
  }

  private findWorseAlone(): WorsePages | null {
    return this.failuresAlone.isWorse(ALONE_ERROR)
      ? { test: this.failuresAlone, route: null }
      : null;
  }

  private suspect({ test, route }: WorsePages, what: string, share: CanaryShare): CanarySuspicion {
    const { used, bad } = test;
    const pages = route === null ? 'pages' : `pages of ${route}`;
    const live = used.live > 0 ? `, the live one on ${bad.live} of ${used.live}` : '';
    return {
      why: `${what} on ${bad.canary} of ${used.canary} ${pages}${live}`,
      widespread:
        !share.isOverrepresented() &&
        (bad.canary * 2 >= used.canary || isBeyondOutsiders(test, share)),
    };
  }
}

/** Returns true if more networks failed than outsiders could add unnoticed, on top of the live release's share. */
function isBeyondOutsiders(
  { used, bad }: SequentialTest,
  { unseenNetworks }: CanaryShare,
): boolean {
  if (used.live === 0) return false;
  const expected = used.canary * (bad.live / used.live);
  return bad.canary - expected > unseenNetworks;
}
