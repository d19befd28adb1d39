import { Abandonment } from './abandonment';
import { CanaryShare } from './canary-share';
import { CountedNetworks } from './counted-networks';
import { type CanaryPage, type PageErrors, PageTest, type WorsePages } from './page-test';
import { SequentialTest } from './sequential-test';
import { type Measurement, type Slowness, SpeedTest } from './speed-test';

/** Probability that a canary as good as the live release is ever suspected, divided between the tests below. */
const FALSE_ALARM = 0.001;
export const FAILURES_ERRORS: PageErrors = { all: FALSE_ALARM / 4, routes: FALSE_ALARM / 8 };
export const ALONE_ERROR = FALSE_ALARM / 8;
const ABANDONMENT_ERRORS: PageErrors = { all: FALSE_ALARM / 8, routes: FALSE_ALARM / 8 };
const SPEED_ERRORS: PageErrors = { all: FALSE_ALARM / 8, routes: FALSE_ALARM / 8 };

/** A canary may fail on this share more of its pages. */
export const MARGIN = 0.003;
/** At 100 % there is no live release to compare with: the share of bad pages assumed for it, and the margin. */
const ASSUMED_SHARE = 0.1;
export const MARGIN_ALONE = 0.05;

const MAX_VIEWS = 20_000;

/** A canary that is worse than the live release, by what pages report or the server measures. */
export interface CanarySuspicion {
  why: string;
  /** True if false reports cannot explain it: enough networks report it, and the canary has no more of them than its share allows. */
  widespread: boolean;
  /** A page that the server rendered late with it. Anyone can keep a server busy, so the site compares both releases on it. */
  latePage?: string;
}

interface CountedPage extends Pick<CanaryPage, 'arm' | 'percent'> {
  failed: boolean;
  /** Routes that it showed; true: the release failed there. */
  routes: Map<string, boolean>;
}

/** Returns true if there is no live release to compare with. */
const isAlone = ({ arm, percent }: CountedPage) => percent === 100 && arm === 'canary';

export class CanaryRun {
  private readonly failures = new PageTest(MARGIN);
  private readonly failuresAlone = new SequentialTest(MARGIN_ALONE);
  private readonly speed = new SpeedTest();
  readonly abandonment: Abandonment;
  private readonly networks: CountedNetworks;
  private readonly pages = new Map<string, CountedPage>();
  private readonly share = new CanaryShare();

  constructor(now: () => number = () => performance.now()) {
    this.networks = new CountedNetworks(now);
    this.abandonment = new Abandonment(now);
  }

  get views(): number {
    return this.share.counted;
  }

  /** Counts that a page was sent to a visitor, who may leave before it responds. Returns the suspicion about the canary, or null. */
  sent(page: CanaryPage): CanarySuspicion | null {
    if (page.percent === 100) return null;
    this.abandonment.sent(page);
    const worse = this.abandonment.findWorse(ABANDONMENT_ERRORS);
    return (
      worse && this.suspect(worse, 'its visitors left before it responded', this.abandonment.share)
    );
  }

  report(page: CanaryPage, failed: boolean): CanarySuspicion | null {
    this.abandonment.responded(page.view);
    const counted = this.admit(page);
    if (counted && failed) this.fail(counted, page.route);
    return this.getFailureSuspicion();
  }

  vital(page: CanaryPage, measurement: Measurement): CanarySuspicion | null {
    const slow = this.admit(page) && this.speed.add(page, measurement, SPEED_ERRORS);
    return slow && this.suspectSlow(slow);
  }

  rendered(
    { arm, route, page = '' }: Pick<CanaryPage, 'arm' | 'route'> & { page?: string | undefined },
    ms: number,
  ): CanarySuspicion | null {
    const slow = this.speed.add(
      { arm, route },
      { metric: 'render', value: ms, page },
      SPEED_ERRORS,
    );
    return slow && { why: describeSlowness(slow), widespread: false, latePage: slow.page };
  }

  /** Returns the counted page; null if its network was counted by another page within the hour. */
  private admit(page: CanaryPage): CountedPage | null {
    const counted = this.pages.get(page.view) ?? this.countPage(page);
    if (counted && !isAlone(counted) && !counted.routes.has(page.route)) {
      counted.routes.set(page.route, false);
      this.failures.routes.find(page.route)?.test.add(counted.arm);
    }
    return counted;
  }

  private countPage({ arm, view, network, percent }: CanaryPage): CountedPage | null {
    if (!this.networks.count(network)) return null;
    const counted: CountedPage = { arm, percent, failed: false, routes: new Map() };
    this.pages.set(view, counted);
    if (this.pages.size > MAX_VIEWS) this.pages.delete(this.pages.keys().next().value ?? '');
    this.share.add(arm, percent);
    if (isAlone(counted)) this.failuresAlone.addAlone(this.getExpectedShare());
    else this.failures.all.add(arm);
    return counted;
  }

  private fail(page: CountedPage, route: string): void {
    const { arm, failed, routes } = page;
    page.failed = true;
    if (isAlone(page)) {
      if (!failed) this.failuresAlone.addFailure('canary');
      return;
    }
    if (!failed) this.failures.all.addFailure(arm);
    if (!routes.get(route)) this.failures.routes.find(route)?.test.addFailure(arm);
    routes.set(route, true);
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

  private suspectSlow(slow: Slowness): CanarySuspicion {
    const { test, route } = slow;
    const isMost = test.bad.canary * 2 >= test.used.canary;
    // outsiders could be most visitors of one route
    const isBeyond = route === null || isBeyondOutsiders(test, this.share);
    return {
      why: describeSlowness(slow),
      widespread: isMost && isBeyond && !this.share.isOverrepresented(),
    };
  }

  private suspect({ test, route }: WorsePages, what: string, share: CanaryShare): CanarySuspicion {
    const { used, bad } = test;
    const live = used.live > 0 ? `, the live one on ${bad.live} of ${used.live}` : '';
    return {
      why: `${what} on ${countPages(test, route)}${live}`,
      widespread:
        !share.isOverrepresented() &&
        (bad.canary * 2 >= used.canary || isBeyondOutsiders(test, share)),
    };
  }
}

function describeSlowness({ metric, limit, test, route }: Slowness): string {
  const { used, bad } = test;
  const unit = metric === 'CLS' ? '' : ' ms';
  return `${metric} is above ${Number(limit.toPrecision(3))}${unit} on ${countPages(test, route)}, with the live one on ${bad.live} of ${used.live}`;
}

const countPages = ({ used, bad }: SequentialTest, route: string | null) =>
  `${bad.canary} of ${used.canary} pages${route === null ? '' : ` of ${route}`}`;

/** Returns true if more networks failed than outsiders could add unnoticed, on top of the live release's share. */
function isBeyondOutsiders(
  { used, bad }: SequentialTest,
  { unseenNetworks }: CanaryShare,
): boolean {
  if (used.live === 0) return false;
  const expected = used.canary * (bad.live / used.live);
  return bad.canary - expected > unseenNetworks;
}
