import { quarantine, ReleaseConflict, type Store, storeRefusal } from '@carry/releases';
import { type Decision, PendingDecisions } from './pending-decisions';

const RETRY_MS = 5000;
/** The same for one that refuses for good, such as a credential that may not write. */
const REFUSED_RETRY_MS = 10 * 60_000;

/** Writes this shell's quarantine decisions to the store. They apply locally at once. */
export class Quarantine {
  private readonly pending = new PendingDecisions();
  private retryAt = 0;
  /** Logged problems by release. */
  private readonly problems = new Map<string, string>();
  private readonly releases: Store;
  private readonly log: (line: string) => void;
  private readonly onDropped: () => Promise<void>;

  /** `onDropped` is called if the store's rules reject a decision, which then no longer applies. */
  constructor(releases: Store, log: (line: string) => void, onDropped: () => Promise<void>) {
    this.releases = releases;
    this.log = log;
    this.onDropped = onDropped;
  }

  get size(): number {
    return this.pending.size;
  }

  get changes(): number {
    return this.pending.changes;
  }

  applyTo: PendingDecisions['applyTo'] = (live) => this.pending.applyTo(live);

  add(remote: string, decision: Decision): void {
    this.pending.add(remote, decision);
    this.retryAt = performance.now() + RETRY_MS;
  }

  /** Stores a decision; a failed write is retried. Throws {@link ReleaseConflict} if the rules reject it. */
  async store(remote: string, { version, why, to }: Decision): Promise<void> {
    const release = `${remote}@${version}`;
    try {
      const who = this.releases.actor ?? 'shell';
      await quarantine(this.releases, remote, { version, why, who, to });
      this.problems.delete(release);
    } catch (error) {
      const refusal = storeRefusal(error);
      const advice = refusal ? ` (${refusal}; check the credentials and policy of this site)` : '';
      const problem = `cannot store the quarantine of ${release}: ${(error as Error).message}${advice}`;
      if (refusal) this.retryAt = performance.now() + REFUSED_RETRY_MS;
      if (problem !== this.problems.get(release)) this.log(problem);
      this.problems.set(release, problem);
      if (!(error instanceof ReleaseConflict)) return;
      this.problems.delete(release);
      this.pending.drop(remote, version);
      await this.onDropped();
      throw error;
    }
  }

  /** Retries unstored decisions, at most every 5 s. */
  retryPending(): void {
    if (this.size === 0 || performance.now() <= this.retryAt) return;
    this.retryAt = performance.now() + RETRY_MS;
    for (const { remote, decision } of this.pending.all())
      void this.store(remote, decision).catch(() => {});
  }
}
