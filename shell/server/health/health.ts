import type { LivePointer } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import type { Report } from '../../universal/failures/report';
import { CanaryRun } from './canary-run';
import { ReleaseHealth, type RenderOutcome } from './release-health';

const MAX_RELEASES = 60;
const MAX_RUNS = 20;
const MAX_SEEN = 50_000;

/** A release that may be failing, with pages to check it on. Only a local check leads to a rollback. */
export interface Suspicion {
  kind: 'render' | 'load';
  remote: string;
  version: string;
  why: string;
  pages: string[];
}

interface Parts {
  pointerOf(remote: string): LivePointer | undefined;
  suspect(suspicion: Suspicion): void;
  /** Called if a canary fails significantly more often than the live release. */
  endCanary(remote: string, version: string, why: string): void;
}

type Arm = 'canary' | 'live';

function armOf(pointer: LivePointer | undefined, version: string): Arm | null {
  if (pointer?.canary?.version === version && pointer.canary.percent > 0) return 'canary';
  return pointer?.version === version ? 'live' : null;
}

/** Health of each release, from server renders and page reports. Raises suspicions and aborts canaries. */
export class Health {
  private readonly releases = new LRUCache<string, ReleaseHealth>({ max: MAX_RELEASES });
  private readonly runs = new LRUCache<string, CanaryRun>({ max: MAX_RUNS });
  private readonly seen = new LRUCache<string, true>({ max: MAX_SEEN });

  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  all = (): ReleaseHealth[] => [...this.releases.values()].reverse();

  rendered(remote: string, version: string, outcome: RenderOutcome): void {
    const release = this.of(remote, version);
    release.rendered(outcome);
    const problem = outcome.error && outcome.blamed !== false && release.getRenderProblem();
    if (problem)
      this.parts.suspect({
        kind: 'render',
        remote,
        version,
        why: `${problem}: ${outcome.error}`,
        pages: release.pages,
      });
  }

  /**
   * Records a page's report. `view` identifies the page, `network` its browser's network. Reports
   * without a network are counted, not judged. Reports of another site (`elsewhere`) are judged, not
   * counted.
   */
  reported(
    view: string,
    network: string | null,
    report: Report,
    at: 'here' | 'elsewhere' = 'here',
  ): void {
    const { kind, remote, release: version, metric } = report;
    const pointer = this.parts.pointerOf(remote);
    const arm = armOf(pointer, version);
    if (!arm && !this.releases.has(`${remote}@${version}`)) return;
    if (!this.isFirst(`${view} ${remote}@${version} ${kind} ${metric ?? ''}`)) return;
    const release = this.of(remote, version);
    if (at === 'here') release.count(report);
    if (kind === 'vital' || network === null || !pointer || !arm) return;
    if (arm === 'live' && (kind === 'used' || kind === 'load'))
      this.load(release, network, kind === 'load');
    if (pointer.canary?.percent) this.compare(pointer, arm, view, network, report);
  }

  private load(release: ReleaseHealth, network: string, failed: boolean): void {
    release.reportingNetworks.add(network, failed);
    const why = failed && release.reportingNetworks.getProblem();
    const { remote, version, pages } = release;
    if (why) this.parts.suspect({ kind: 'load', remote, version, why, pages });
  }

  private compare(
    { version: live, canary }: LivePointer,
    arm: Arm,
    view: string,
    network: string,
    report: Report,
  ): void {
    if (!canary) return;
    const key = `${report.remote} ${canary.version} ${live}`;
    const run = this.runs.get(key) ?? new CanaryRun();
    this.runs.set(key, run);
    const why = run.add(arm, view, network, report.kind !== 'used', canary.percent === 100);
    if (why) this.parts.endCanary(report.remote, canary.version, why);
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
