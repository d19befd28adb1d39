import type { LivePointer } from '@carry/contracts/release';
import { isCanary } from '@carry/releases';
import { LRUCache } from 'lru-cache';
import type { FrameFailure, Report } from '../../universal/failures/report';
import { findOwner } from '../../universal/routing/find-owner';
import { readTriedPage } from '../render/protocol/protocol';
import { CanaryRun, type CanarySuspicion } from './canary-run';
import { DayCounts } from './day-counts';
import type { CanaryPage } from './page-test';
import { ReleaseHealth, type RenderOutcome } from './release-health';
import type { Arm } from './sequential-test';
import { isTimed } from './speed-test';

/** Live releases and canaries of 100 remotes, and releases before them. */
const MAX_RELEASES = 300;
const MAX_SEEN = 50_000;
const MINUTE_MS = 60_000;

/** A release that may be failing, with pages to check it on. Only a local check leads to a rollback. */
export interface Suspicion {
  kind: 'render' | 'load' | 'canary';
  remote: string;
  version: string;
  why: string;
  pages: string[];
  /** Canaries: most networks that have it report failures, so reports are enough if the trial does not contradict them. */
  widespread: boolean;
  isLate?: boolean;
}

interface Parts {
  getPointer(remote: string): LivePointer | undefined;
  getRoutes(remote: string): { path: string }[];
  suspect(suspicion: Suspicion): void;
  log(line: string): void;
}

function getArm(pointer: LivePointer | undefined, version: string): Arm | null {
  if (isCanary(pointer, version)) return 'canary';
  return pointer?.version === version ? 'live' : null;
}

/** A page that reports. `network` is its browser's, null if unknown. */
export interface ReportingPage {
  view: string;
  network: string | null;
  /** Pattern of the route that it was opened at, empty on pages of the site itself. A report may name a later one. */
  route: string;
  /** Values of feature flags that go to a share of the visitors, such as `mf-booking new-form on`. */
  variants?: readonly string[];
  /** Remotes that the server failed to render on it. */
  failed?: readonly string[];
}

interface RunningComparison {
  releases: string;
  run: CanaryRun;
  suspicion: string | null;
}

/** Health of each release, from server renders and page reports. Raises suspicions, which the rollback controller tries. */
export class Health {
  private readonly releases = new LRUCache<string, ReleaseHealth>({ max: MAX_RELEASES });
  private readonly runs = new Map<string, RunningComparison>();
  readonly day = new DayCounts();
  private readonly seen = new LRUCache<string, true>({ max: MAX_SEEN });

  frameFailures = 0;
  private frameLoggedAt = Number.NEGATIVE_INFINITY;

  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  all = (): ReleaseHealth[] => [...this.releases.values()].reverse();

  rendered(remote: string, version: string, outcome: RenderOutcome): void {
    const release = this.of(remote, version);
    release.rendered(outcome);
    if (outcome.judged === false) return;
    const pointer = this.parts.getPointer(remote);
    const arm = getArm(pointer, version);
    if (arm) this.countRender(`${remote}@${version}`, outcome);
    if (pointer && arm && !outcome.error)
      this.compare(remote, pointer, (run) =>
        run.rendered(
          { arm, route: this.findRoute(remote, outcome.page), page: outcome.page },
          outcome.ms,
        ),
      );
    const problem = outcome.error && release.getRenderProblem();
    if (problem)
      this.parts.suspect({
        kind: 'render',
        remote,
        version,
        why: `${problem}: ${outcome.error}`,
        pages: release.pages,
        widespread: false,
      });
  }

  sent(page: ReportingPage, { name, version }: { name: string; version: string }): void {
    const { network } = page;
    const route = this.getOwnRoute(name, page.route);
    const pointer = this.parts.getPointer(name);
    const arm = getArm(pointer, version);
    if (network === null || !pointer || !arm) return;
    this.compare(name, pointer, (run, percent) =>
      run.sent({ ...page, network, route, arm, percent }),
    );
  }

  /** Records a page's report. One without a network is counted, not judged; one of another site (`elsewhere`) is judged, not counted. */
  reported(page: ReportingPage, report: Report, at: 'here' | 'elsewhere' = 'here'): void {
    const { view, network } = page;
    const { kind, remote, release: version, metric } = report;
    const pointer = this.parts.getPointer(remote);
    const arm = getArm(pointer, version);
    if (!arm && !this.releases.has(`${remote}@${version}`)) return;
    const isFirst = this.isFirst(`${view} ${remote}@${version} ${kind} ${metric ?? ''}`);
    if (kind === 'vital' && !isFirst) return;
    const release = this.of(remote, version);
    if (at === 'here' && isFirst && arm) this.countReport(report);
    if (at === 'here' && isFirst) {
      const prefix = `${remote} `;
      const variants = page.variants?.filter((variant) => variant.startsWith(prefix));
      release.count(
        report,
        variants?.map((variant) => variant.slice(prefix.length)),
      );
    }
    if (network === null || !pointer || !arm) return;
    if (isFirst && arm === 'live' && (kind === 'used' || kind === 'load'))
      this.load(release, network, kind === 'load');
    const route = this.getOwnRoute(remote, report.route ?? page.route);
    const failed = hasFailed(page, report);
    this.compare(remote, pointer, (run, percent) =>
      judgeReport(run, { view, network, route, arm, percent }, { ...report, failed }),
    );
  }

  private countRender(release: string, { error, ms }: RenderOutcome): void {
    this.day.count(release, 'rendered');
    if (error) this.day.count(release, 'renderFailed');
    else this.day.measure(release, 'render', ms);
  }

  private countReport({ kind, remote, release: version, metric, value }: Report): void {
    const release = `${remote}@${version}`;
    if (kind !== 'vital') this.day.count(release, kind === 'used' ? 'used' : 'failed');
    else if (metric && value !== undefined) this.day.measure(release, metric, value);
  }

  getCanaryState(remote: string, version: string): { views: number; suspicion: string | null } {
    const comparison = this.runs.get(remote);
    const live = this.parts.getPointer(remote)?.version;
    if (comparison?.releases !== `${version} ${live}`) return { views: 0, suspicion: null };
    return { views: comparison.run.views, suspicion: comparison.suspicion };
  }

  getAbandonment(remote: string, version: string): { opened: number; left: number } | null {
    const arm = getArm(this.parts.getPointer(remote), version);
    const comparison = this.runs.get(remote);
    return arm && comparison ? comparison.run.abandonment.counts(arm) : null;
  }

  forgetCanary(remote: string): void {
    this.runs.delete(remote);
  }

  frameFailed(view: string, { name, at }: FrameFailure): void {
    if (!this.isFirst(`${view} frame`)) return;
    this.frameFailures++;
    if (performance.now() - this.frameLoggedAt < MINUTE_MS) return;
    this.frameLoggedAt = performance.now();
    const place = at ? ` at ${at}` : '';
    this.parts.log(
      `page frame failed in a browser: ${name}${place} (${this.frameFailures} so far)`,
    );
  }

  private load(release: ReleaseHealth, network: string, failed: boolean): void {
    release.reportingNetworks.add(network, failed);
    const why = failed && release.reportingNetworks.getProblem();
    const { remote, version, pages } = release;
    if (why) this.parts.suspect({ kind: 'load', remote, version, why, pages, widespread: false });
  }

  private compare(
    remote: string,
    { version: live, canary }: LivePointer,
    judge: (run: CanaryRun, percent: number) => CanarySuspicion | null,
  ): void {
    if (!canary?.percent) {
      this.runs.delete(remote);
      return;
    }
    const comparison = this.findRun(remote, `${canary.version} ${live}`);
    const verdict = judge(comparison.run, canary.percent);
    if (!verdict) return;
    const { latePage, ...suspicion } = verdict;
    comparison.suspicion ??= suspicion.why;
    const pages = [canary.version, live]
      .map((version) => this.releases.get(`${remote}@${version}`)?.pages ?? [])
      .find((paths) => paths.length > 0);
    this.parts.suspect({
      kind: 'canary',
      remote,
      version: canary.version,
      pages: latePage === undefined ? (pages ?? []) : [latePage],
      isLate: latePage !== undefined,
      ...suspicion,
    });
  }

  private findRun(remote: string, releases: string): RunningComparison {
    const previous = this.runs.get(remote);
    if (previous?.releases === releases) return previous;
    for (const name of this.runs.keys())
      if (!this.parts.getPointer(name)?.canary?.percent) this.runs.delete(name);
    const comparison = { releases, run: new CanaryRun(), suspicion: null };
    this.runs.set(remote, comparison);
    return comparison;
  }

  /** Returns the pattern; empty for a page of another remote, which a slot or an earlier page of this one may be on. */
  private getOwnRoute(remote: string, pattern: string): string {
    return this.parts.getRoutes(remote).some(({ path }) => path === pattern) ? pattern : '';
  }

  private findRoute(name: string, page: string | undefined): string {
    if (!page) return '';
    const { pathname, slot } = readTriedPage(page);
    const routes = this.parts.getRoutes(name);
    return (!slot && findOwner([{ name, version: '', routes }], pathname)?.pattern) || '';
  }

  private of(remote: string, version: string): ReleaseHealth {
    const key = `${remote}@${version}`;
    const release = this.releases.get(key) ?? new ReleaseHealth(remote, version);
    this.releases.set(key, release);
    return release;
  }

  private isFirst(report: string): boolean {
    if (this.seen.has(report)) return false;
    this.seen.set(report, true);
    return true;
  }
}

/** Returns true if the release failed in the browser, or on the server, which renders the opened route only. */
function hasFailed({ failed, route: opened }: ReportingPage, report: Report): boolean {
  const { kind, remote, route = opened } = report;
  return kind !== 'used' || (route === opened && failed?.includes(remote) === true);
}

function judgeReport(
  run: CanaryRun,
  page: CanaryPage,
  { kind, metric, value, failed }: Report & { failed: boolean },
): CanarySuspicion | null {
  if (kind !== 'vital') return run.report(page, failed);
  if (!metric || value === undefined || !isTimed(metric)) return null;
  return run.vital(page, { metric, value });
}
