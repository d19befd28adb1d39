import { quarantine, ReleaseConflict, type Store, storeRefusal } from '@carry/releases';
import { PendingVerdicts, type Verdict } from './pending-verdicts';

const RETRY_MS = 5000;
/** The same for one that refuses for good, such as a credential that may not write. */
const REFUSED_RETRY_MS = 10 * 60_000;

/** Writes this shell's quarantine verdicts to the store. They apply locally at once. */
export class Quarantine {
  private readonly pending = new PendingVerdicts();
  private retryAt = 0;
  private problem = '';
  private readonly releases: Store;
  private readonly log: (line: string) => void;
  private readonly onDropped: () => Promise<void>;

  /** `onDropped` is called if the store's rules reject a verdict, which then no longer applies. */
  constructor(releases: Store, log: (line: string) => void, onDropped: () => Promise<void>) {
    this.releases = releases;
    this.log = log;
    this.onDropped = onDropped;
  }

  get size(): number {
    return this.pending.size;
  }

  applyTo: PendingVerdicts['applyTo'] = (live) => this.pending.applyTo(live);

  add(remote: string, verdict: Verdict): void {
    this.pending.add(remote, verdict);
    this.retryAt = Date.now() + RETRY_MS;
  }

  /** Stores a verdict; a failed write is retried. Throws {@link ReleaseConflict} if the rules reject it. */
  async store(remote: string, { version, why, to }: Verdict): Promise<void> {
    try {
      const who = this.releases.actor ?? 'shell';
      await quarantine(this.releases, remote, { version, why, who, to });
      this.problem = '';
    } catch (error) {
      const refusal = storeRefusal(error);
      const advice = refusal ? ` (${refusal}; check the credentials and policy of this site)` : '';
      const problem = `cannot store the quarantine of ${remote}@${version}: ${(error as Error).message}${advice}`;
      if (refusal) this.retryAt = Date.now() + REFUSED_RETRY_MS;
      if (problem !== this.problem) this.log(problem);
      this.problem = problem;
      if (!(error instanceof ReleaseConflict)) return;
      this.pending.drop(remote);
      await this.onDropped();
      throw error;
    }
  }

  /** Retries unstored verdicts, at most every 5 s. */
  retryPending(): void {
    if (this.size === 0 || Date.now() <= this.retryAt) return;
    this.retryAt = Date.now() + RETRY_MS;
    for (const [remote, verdict] of this.pending.all())
      void this.store(remote, verdict).catch(() => {}); // retried
  }
}
