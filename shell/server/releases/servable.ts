import type { LivePointer, ReleaseRecord } from '@carry/contracts/release';
import { isQuarantined } from '@carry/releases';
import { listVersions, servedContracts } from '../../universal/contract/contracts';
import { choose } from './choose';
import { DamagedRelease, type ReleaseFiles } from './release-files';

export interface Canary {
  percent: number;
  record: ReleaseRecord;
}

function getContractProblem({ contractVersion }: ReleaseRecord): string | null {
  const served = listVersions(servedContracts);
  return served.includes(contractVersion)
    ? null
    : `built for contract ${contractVersion}, this shell serves ${served.join(' and ')}`;
}

/** Selects releases whose files are intact and whose contract this shell supports. */
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

  /** Returns the release to serve for a pointer. `why` is set if it is not the live one. */
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
      const record = await this.findIntact(name, version, failures);
      if (record) return { record, why };
    }
  }

  /** Returns the canary of a pointer. `why` is set if it cannot be served. */
  async canary(
    name: string,
    { canary, ...pointer }: LivePointer,
    served: ReleaseRecord | null,
  ): Promise<{ canary: Canary | null; why: string | null }> {
    if (!canary?.percent || isQuarantined(pointer, canary.version))
      return { canary: null, why: null };
    const { percent, version } = canary;
    const failures = new Map<string, string>();
    const record =
      served?.version === version ? served : await this.findIntact(name, version, failures);
    return record
      ? { canary: { percent, record }, why: null }
      : { canary: null, why: failures.get(version) ?? null };
  }

  private async findIntact(
    name: string,
    version: string,
    failures: Map<string, string>,
  ): Promise<ReleaseRecord | null> {
    try {
      const record = await this.files.record(name, version);
      const why = record ? getContractProblem(record) : 'it is not in the store';
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
