import { ReleaseRefused } from '../errors/errors';
import { readRelease } from '../pointers/live';
import type { Store } from '../stores/store';
import { resolveVersion } from './names';

/** Returns the record of a release by any name of it. Throws {@link ReleaseRefused} if there is none. */
export async function findRecord(store: Store, remote: string, name: string) {
  const version = await resolveVersion(store, remote, name);
  const record = await readRelease(store, remote, version);
  if (!record)
    throw new ReleaseRefused(`${remote}@${version} has no record; run 'releases doctor'`);
  return record;
}
