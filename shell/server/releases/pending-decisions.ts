import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { isQuarantined } from '@carry/releases';

export interface Decision {
  version: string;
  why: string;
  /** Rollback target, which works where this live release fails; unset for a canary. */
  to?: string | undefined;
}

/** Quarantine decisions that are not in the store yet, one per release. They apply at once. */
export class PendingDecisions {
  private readonly pending = new Map<string, { remote: string; decision: Decision }>();
  /** Number of additions and removals so far. */
  changes = 0;

  get size(): number {
    return this.pending.size;
  }

  add(remote: string, decision: Decision): void {
    this.pending.set(`${remote}@${decision.version}`, { remote, decision });
    this.changes++;
  }

  drop(remote: string, version: string): void {
    if (this.pending.delete(`${remote}@${version}`)) this.changes++;
  }

  all = (): { remote: string; decision: Decision }[] => [...this.pending.values()];

  /** Returns the pointers with these decisions applied. Drops those that are stored, or whose release is not served as judged anymore. */
  applyTo({ remotes }: LiveDocument): Record<string, LivePointer> {
    const applied = { ...remotes };
    for (const { remote, decision } of this.all()) {
      const { version, why, to } = decision;
      const pointer = applied[remote];
      const isCanary = to === undefined;
      const canary = pointer?.canary?.percent ? pointer.canary : undefined;
      const served = isCanary ? canary?.version : pointer?.version;
      if (!pointer || served !== version || isQuarantined(pointer, version)) {
        this.drop(remote, version);
        continue;
      }
      const entry = { who: 'shell', at: new Date().toISOString(), why };
      applied[remote] = {
        ...pointer,
        quarantine: { ...pointer.quarantine, [version]: entry },
        ...(isCanary ? { canary: undefined } : { rolledBack: true }),
      };
    }
    return applied;
  }
}
