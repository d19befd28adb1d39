import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { isQuarantined } from '@carry/releases';

export interface Verdict {
  version: string;
  why: string;
  /** The release before, which was found to work where this one fails; a canary has none. */
  to?: string | undefined;
}

/** Verdicts of this shell that the store does not hold yet, one for each remote: it acts on them at once. */
export class PendingVerdicts {
  private readonly pending = new Map<string, Verdict>();

  get size(): number {
    return this.pending.size;
  }

  add = (remote: string, verdict: Verdict): void => void this.pending.set(remote, verdict);
  drop = (remote: string): boolean => this.pending.delete(remote);
  all = (): [string, Verdict][] => [...this.pending];

  /** The pointers as the store has them, with these verdicts. One that the store holds, or that is about nothing live, is over. */
  applyTo({ remotes }: LiveDocument): Record<string, LivePointer> {
    const applied = { ...remotes };
    for (const [remote, { version, why }] of this.pending) {
      const pointer = remotes[remote];
      const isCanary = pointer?.canary?.version === version;
      if (
        !pointer ||
        isQuarantined(pointer, version) ||
        (!isCanary && pointer.version !== version)
      ) {
        this.pending.delete(remote);
        continue;
      }
      const verdict = { who: 'shell', at: new Date().toISOString(), why };
      applied[remote] = {
        ...pointer,
        quarantine: { ...pointer.quarantine, [version]: verdict },
        ...(isCanary ? { canary: undefined } : { rolledBack: true }),
      };
    }
    return applied;
  }
}
