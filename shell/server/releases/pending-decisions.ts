import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { isQuarantined } from '@carry/releases';

export interface Decision {
  version: string;
  why: string;
  /** Rollback target, which works where this live release fails; unset for a canary. */
  to?: string | undefined;
}

/** Quarantine decisions that are not in the store yet, one per remote. They apply at once. */
export class PendingDecisions {
  private readonly pending = new Map<string, Decision>();

  get size(): number {
    return this.pending.size;
  }

  add = (remote: string, decision: Decision): void => void this.pending.set(remote, decision);
  drop = (remote: string): boolean => this.pending.delete(remote);
  all = (): [string, Decision][] => [...this.pending];

  /** Returns the pointers with these decisions applied. Drops those that are stored, or whose release is not served as judged anymore. */
  applyTo({ remotes }: LiveDocument): Record<string, LivePointer> {
    const applied = { ...remotes };
    for (const [remote, { version, why, to }] of this.pending) {
      const pointer = remotes[remote];
      const isCanary = to === undefined;
      const canary = pointer?.canary?.percent ? pointer.canary : undefined;
      const served = isCanary ? canary?.version : pointer?.version;
      if (!pointer || served !== version || isQuarantined(pointer, version)) {
        this.pending.delete(remote);
        continue;
      }
      const decision = { who: 'shell', at: new Date().toISOString(), why };
      applied[remote] = {
        ...pointer,
        quarantine: { ...pointer.quarantine, [version]: decision },
        ...(isCanary ? { canary: undefined } : { rolledBack: true }),
      };
    }
    return applied;
  }
}
