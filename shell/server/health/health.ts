import type { Report } from '../../universal/report';
import { isWorse, keepsFailing, type Tally } from './judge';
import { Recent } from './recent';

const MOST_RELEASES = 60;
const MOST_SEEN = 50_000;
const RENDER_FAILURES = 3;
const LOAD_FAILURES = 5;
/** The failures that count come from at least so many addresses; on this machine every page counts as its own. */
const ADDRESSES = 3;

export interface ReleaseHealth {
  remote: string;
  version: string;
  /** Since the start of this process. */
  total: { rendered: number; renderFailed: number; renderMs: number; used: number; load: number; render: number; rejection: number };
  vitals: Record<string, { sum: number; count: number }>;
  recent: Recent;
  addresses: Set<string>;
}

interface Verdicts {
  /** The live and the canary version of a remote. */
  pointers(remote: string): { live: string | null; canary: string | null };
  condemn(remote: string, version: string, why: string): void;
}

/** What is known of how each release does, and the judgement that follows from it. */
export class Health {
  private readonly releases = new Map<string, ReleaseHealth>();
  private readonly seen = new Set<string>();

  constructor(private readonly verdicts: Verdicts) {}

  all = () => [...this.releases.values()];

  /**
   * A page that the server rendered of a release, or failed to; `blamed` false: for what another page did.
   * A release is left when most of its pages fail, and that for several causes: one hang makes many pages fail.
   */
  rendered(remote: string, version: string, { ms, error, blamed = true }: { ms: number; error?: string; blamed?: boolean }): void {
    const { total, recent } = this.of(remote, version);
    total.rendered++;
    total.renderMs += ms;
    recent.add('rendered');
    if (!error) return;
    total.renderFailed++;
    recent.add('renderFailed');
    if (!blamed) return;
    recent.add('renderBlamed');
    const tally = { used: recent.count('rendered'), failed: recent.count('renderFailed') };
    if (recent.count('renderBlamed') >= RENDER_FAILURES && keepsFailing(tally, RENDER_FAILURES)) {
      this.verdicts.condemn(remote, version, `the server failed to render ${tally.failed} of ${tally.used} pages: ${error}`);
    }
  }

  /** What a page told of a release that it holds. `view` names the page, `address` its browser's network address. */
  reported(view: string, address: string, { kind, remote, release, metric, value }: Report): void {
    const { live, canary } = this.verdicts.pointers(remote);
    if (release !== live && release !== canary && !this.releases.has(`${remote}@${release}`)) return;
    const health = this.of(remote, release);
    if (kind === 'vital') {
      if (!metric || value === undefined || !this.first(`${view} ${remote} ${metric}`)) return;
      const vital = health.vitals[metric] ?? { sum: 0, count: 0 };
      health.vitals[metric] = { sum: vital.sum + value, count: vital.count + 1 };
      return;
    }
    if (!this.first(`${view} ${remote}@${release} ${kind}`)) return;
    health.total[kind]++;
    health.recent.add(kind);
    if (kind !== 'used') {
      if (this.first(`${view} ${remote}@${release} failed`)) health.recent.add('failed');
      if (health.addresses.size < ADDRESSES) health.addresses.add(isLoopback(address) ? view : address);
    }
    this.judge(health, live, canary);
  }

  private judge({ remote, version, recent, addresses }: ReleaseHealth, live: string | null, canary: string | null): void {
    if (addresses.size < ADDRESSES) return;
    const own = { used: recent.count('used'), failed: recent.count('failed') };
    if (version === canary) {
      const known = live && this.releases.get(`${remote}@${live}`)?.recent;
      const other: Tally = known ? { used: known.count('used'), failed: known.count('failed') } : { used: 0, failed: 0 };
      if (!isWorse(own, other)) return;
      this.verdicts.condemn(
        remote,
        version,
        `it failed on ${own.failed} of ${own.used} pages, the live one on ${other.failed} of ${other.used}`,
      );
    } else if (version === live) {
      const loads = { used: own.used, failed: recent.count('load') };
      if (keepsFailing(loads, LOAD_FAILURES))
        this.verdicts.condemn(remote, version, `browsers failed to load it on ${loads.failed} of ${loads.used} pages`);
    }
  }

  private of(remote: string, version: string): ReleaseHealth {
    const key = `${remote}@${version}`;
    const known = this.releases.get(key);
    if (known) return known;
    const total = { rendered: 0, renderFailed: 0, renderMs: 0, used: 0, load: 0, render: 0, rejection: 0 };
    const fresh: ReleaseHealth = { remote, version, total, vitals: {}, recent: new Recent(), addresses: new Set() };
    this.releases.set(key, fresh);
    const oldest = this.releases.keys().next().value;
    if (this.releases.size > MOST_RELEASES && oldest) this.releases.delete(oldest);
    return fresh;
  }

  /** True the first time that something is said. */
  private first(what: string): boolean {
    if (this.seen.has(what)) return false;
    this.seen.add(what);
    const oldest = this.seen.values().next().value;
    if (this.seen.size > MOST_SEEN && oldest) this.seen.delete(oldest);
    return true;
  }
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string) => /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+|localhost)$/.test(address);
