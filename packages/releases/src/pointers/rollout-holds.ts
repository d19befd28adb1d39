import type { AuditEntry } from '@carry/contracts/release';
import { encode } from '../documents/document';
import type { Store } from '../stores/store';
import { auditPath, listAudit, readAuditEntry } from './live';

const ROLLOUT = /-rollout(?:-(?:step|pause|resume|abort|hold))?-(mf-[a-z0-9-]+)\.json$/;
/** The time in the name of an entry; those of pointers start with a revision. */
const AT = /^audit\/(?:\d{8}-)?(\d{4}-\d\d-\d\dT[\d-]+Z)/;
const MAX_ENTRIES = 10;

export interface RolloutHold {
  remote: string;
  version: string;
  percent: number;
  why: string;
}

/** Holds a rollout at its step until a person decides. Sites write it; on signed remotes with their key. */
export async function holdRollout(
  store: Store,
  { remote, version, percent, why }: RolloutHold,
): Promise<void> {
  const at = new Date().toISOString();
  const about = { at, who: 'shell', action: 'rollout-hold', remote } as const;
  const entry: AuditEntry = { ...about, from: null, to: version, percent, why };
  await store.compareAndSwap(auditPath(entry), null, encode(entry));
}

/** Returns why the rollout of a release is held; null once it was resumed, raised or started again. */
export const findRolloutHold = async (
  store: Store,
  remote: string,
  version: string,
): Promise<string | null> => findHoldIn(store, { remote, version, paths: await listAudit(store) });

/** Finds the hold of a rollout in listed audit entries. */
export async function findHoldIn(
  store: Store,
  {
    remote,
    version,
    paths,
  }: Pick<RolloutHold, 'remote' | 'version'> & { paths: readonly string[] },
): Promise<string | null> {
  const rollouts = paths
    .filter((path) => ROLLOUT.exec(path)?.[1] === remote)
    .sort((a, b) => ((AT.exec(a)?.[1] ?? '') < (AT.exec(b)?.[1] ?? '') ? 1 : -1));
  for (const path of rollouts.slice(0, MAX_ENTRIES)) {
    const entry = await readAuditEntry(store, path);
    if (entry?.to !== version || entry.action === 'rollout-pause') continue;
    return entry.action === 'rollout-hold' ? entry.why : null;
  }
  return null;
}
