import { quarantine, ReleaseConflict, type Store, storeRefusal } from '@carry/releases';
import { PendingVerdicts, type Verdict } from './pending-verdicts';

/** How often a verdict is offered to a store that did not accept it. */
const RETRY_MS = 5000;
/** The same for one that refuses for good, such as a credential that may not write. */
const REFUSED_RETRY_MS = 10 * 60_000;

/** Brings this shell's verdicts into the store; until it holds them, they hold here alone. */
export class Quarantine {
  private readonly pending = new PendingVerdicts();
  private retryAt = 0;
  private trouble = '';
  private readonly releases: Store;
  private readonly log: (line: string) => void;
  private readonly onDropped: () => Promise<void>;

  /** `onDropped`: the rules forbid a verdict, so it holds here no longer. */
  constructor(releases: Store, log: (line: string) => void, onDropped: () => Promise<void>) {
    this.releases = releases;
    this.log = log;
    this.onDropped = onDropped;
  }

  /** How many verdicts the store does not hold. */
  get size(): number {
    return this.pending.size;
  }

  applyTo: PendingVerdicts['applyTo'] = (live) => this.pending.applyTo(live);

  /** A verdict that holds here from now on. */
  add(remote: string, verdict: Verdict): void {
    this.pending.add(remote, verdict);
    this.retryAt = Date.now() + RETRY_MS;
  }

  /** Offers a verdict to the store; one that cannot be stored now is offered again. Throws when the rules forbid it. */
  async store(remote: string, { version, why, to }: Verdict): Promise<void> {
    try {
      const who = this.releases.actor ?? 'shell';
      await quarantine(this.releases, remote, version, { why, who, to });
      this.trouble = '';
    } catch (error) {
      const refusal = storeRefusal(error);
      const advice = refusal ? ` (${refusal}; check the credentials and policy of this site)` : '';
      const trouble = `the verdict on ${remote}@${version} is not in the store: ${(error as Error).message}${advice}`;
      if (refusal) this.retryAt = Date.now() + REFUSED_RETRY_MS;
      if (trouble !== this.trouble) this.log(trouble);
      this.trouble = trouble;
      if (!(error instanceof ReleaseConflict)) return;
      this.pending.drop(remote);
      await this.onDropped();
      throw error;
    }
  }

  /** Offers what the store does not hold, where it is time for that. */
  offerAgain(): void {
    if (this.size === 0 || Date.now() <= this.retryAt) return;
    this.retryAt = Date.now() + RETRY_MS;
    for (const [remote, verdict] of this.pending.all())
      void this.store(remote, verdict).catch(() => {});
  }
}
