import type { RemoteFlag } from '@carry/contracts/console';
import type { LiveDocument, LivePointer, ReleaseRecord } from '@carry/contracts/release';
import { closest } from '../command-line/output';
import { servedVersion } from '../documents/version-history';
import { ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { changeLive, readServable } from './live';
import { assertUnlocked } from './servable';

async function readFlagDeclarations(
  store: Store,
  remote: string,
  pointer: LivePointer,
): Promise<NonNullable<ReleaseRecord['flags']>> {
  const versions = [pointer.canary?.version, servedVersion(pointer), pointer.version];
  const records = await Promise.all(
    [...new Set(versions)].map((version) =>
      version ? readServable(store, remote, version) : null,
    ),
  );
  return Object.assign({}, ...records.map((record) => record?.flags));
}

export async function listFlags(
  store: Store,
  remote: string,
  pointer: LivePointer | undefined,
): Promise<RemoteFlag[]> {
  const declared = pointer ? await readFlagDeclarations(store, remote, pointer) : {};
  const shares = pointer?.flags ?? {};
  const names = [...new Set([...Object.keys(declared), ...Object.keys(shares)])].sort();
  return names.map((flag) => ({
    flag,
    percent: shares[flag] ?? null,
    default: declared[flag]?.default ?? null,
    does: declared[flag]?.does ?? null,
  }));
}

interface FlagChange {
  flag: string;
  /** Share of the visitors for whom it is on; null: its default. */
  percent: number | null;
  why: string;
  who?: string | undefined;
}

/** Sets a declared feature flag of a remote. Sites follow within two seconds. */
export const setFlag = (
  store: Store,
  remote: string,
  { flag, percent, ...reason }: FlagChange,
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    async next(pointer) {
      if (!pointer) throw new ReleaseRefused(`${remote} has no live release with flags`);
      assertUnlocked(remote, pointer);
      if (percent !== null) await assertDeclared(store, { remote, pointer, flag });
      const { [flag]: before, ...rest } = pointer.flags ?? {};
      if (before === (percent ?? undefined)) return null;
      const flags = percent === null ? rest : { ...rest, [flag]: percent };
      return { ...pointer, flags: Object.keys(flags).length > 0 ? flags : undefined };
    },
  });

export async function assertDeclared(
  store: Store,
  { remote, pointer, flag }: { remote: string; pointer: LivePointer; flag: string },
): Promise<void> {
  const names = Object.keys(await readFlagDeclarations(store, remote, pointer));
  if (names.includes(flag)) return;
  const hint = names.length > 0 ? `; its flags are ${names.join(', ')}` : '; it declares no flags';
  throw new ReleaseRefused(
    `no release of ${remote} that is served declares the flag '${flag}'${closest(flag, names) || hint}`,
  );
}
