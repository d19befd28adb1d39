import type { LivePointer, ReleaseRecord } from '@carry/contracts/release';
import { isQuarantined } from '@carry/releases';
import { servedContracts, versionsOf } from '../../universal/contract/contracts';
import { choose } from './choose';
import { DamagedRelease, type ReleaseFiles } from './release-files';

export interface Canary {
  percent: number;
  record: ReleaseRecord;
}

/** Why this shell, which may be older than a release, cannot serve it; null where it can. */
function contractProblem({ contractVersion }: ReleaseRecord): string | null {
  const served = versionsOf(servedContracts);
  return served.includes(contractVersion)
    ? null
    : `it is built for contract ${contractVersion}, this shell serves ${served.join(' and ')}`;
}

/** Finds the releases whose files are all there and are those of their records, for a contract that this shell serves. */
export class Servable {
  private readonly files: ReleaseFiles;
  private readonly onDamage: (remote: string, version: string, why: string) => void;

  constructor(
    files: ReleaseFiles,
    onDamage: (remote: string, version: string, why: string) => void,
  ) {
    this.files = files;
    this.onDamage = onDamage;
  }

  /** The release that a pointer leads to, or where that cannot be served, what can; `why`: the reason that it is not the first. */
  async first(
    name: string,
    pointer: LivePointer,
    served: ReleaseRecord | null,
  ): Promise<{ record: ReleaseRecord | null; why: string | null }> {
    const failures = new Map<string, string>();
    for (;;) {
      const { version, why } = choose(pointer, served?.version ?? null, failures);
      if (version === null) return { record: null, why };
      if (version === served?.version) return { record: served, why };
      const record = await this.intact(name, version, failures);
      if (record) return { record, why };
    }
  }

  async canary(name: string, { canary, ...pointer }: LivePointer): Promise<Canary | null> {
    if (!canary?.percent || isQuarantined(pointer, canary.version)) return null;
    const record = await this.intact(name, canary.version, new Map());
    return record && { percent: canary.percent, record };
  }

  /** The record of a release whose files can all be served; null, with the reason in `failures`, when they cannot. */
  private async intact(
    name: string,
    version: string,
    failures: Map<string, string>,
  ): Promise<ReleaseRecord | null> {
    try {
      const record = await this.files.record(name, version);
      const why = record ? contractProblem(record) : 'it is not in the store';
      if (why) failures.set(version, why);
      if (!record || why) return null;
      await this.files.verify(record);
      return record;
    } catch (error) {
      const { message } = error as Error;
      failures.set(version, message);
      if (error instanceof DamagedRelease) this.onDamage(name, version, message);
      return null;
    }
  }
}
