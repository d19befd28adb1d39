import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { isQuarantined } from '@carry/releases';

export interface Verdict {
  version: string;
  why: string;
  /** Rollback target, which works where this release fails; unset for a canary. */
  to?: string | undefined;
}

/** Quarantine verdicts that are not in the store yet, one per remote. They apply at once. */
export class PendingVerdicts {
  private readonly pending = new Map<string, Verdict>();

  get size(): number {
    return this.pending.size;
  }

  add = (remote: string, verdict: Verdict): void => void this.pending.set(remote, verdict);
  drop = (remote: string): boolean => this.pending.delete(remote);
  all = (): [string, Verdict][] => [...this.pending];

  /**
   * Returns the store's pointers with these verdicts applied. Drops verdicts that the store already has
   * or that concern no live release.
   */
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
