import { closest } from '../command-line/closest';
import { versionBefore } from '../documents/line';
import { ReleaseRefused } from '../errors/errors';
import { listVersions, readAudit, readLive } from '../pointers/live';
import { readPreviews } from '../pointers/previews';
import { readOwners } from '../pointers/site';
import type { Store } from '../stores/store';

/** Refuses a remote that nobody owns and the store does not hold. */
export async function assertKnownRemote(store: Store, remote: string): Promise<void> {
  const owners = await readOwners(store);
  if (Object.hasOwn(owners, remote)) return;
  const live = Object.keys((await readLive(store)).remotes);
  const stored = (await store.list('')).flatMap((path) => /^(mf-[^/]+)\//.exec(path)?.[1] ?? []);
  const known = [...new Set([...Object.keys(owners), ...live, ...stored])].sort();
  if (known.includes(remote)) return;
  throw new ReleaseRefused(
    `there is no remote '${remote}'${closest(remote, known) || `; there are ${known.join(', ')}`}`,
  );
}

/**
 * The version that somebody means: a whole one, `live`, `previous`, `canary`, `latest` (the newest in the store), a preview's
 * channel, or the beginning of a version or of its hash. Refuses what names none or several.
 */
export async function resolveVersion(store: Store, remote: string, name: string): Promise<string> {
  const versions = await listVersions(store, remote);
  if (versions.includes(name)) return name;
  const named =
    (await byWord(store, remote, name, versions)) ??
    (await readPreviews(store, name))?.remotes[remote]?.version;
  if (named) return named;
  const found = versions.filter(
    (version) =>
      version.startsWith(name) || version.slice(version.lastIndexOf('-') + 1).startsWith(name),
  );
  if (found.length === 1 && found[0]) return found[0];
  if (found.length > 1)
    throw new ReleaseRefused(
      `'${name}' could be ${found.join(', ')} of ${remote}; write more of it`,
    );
  throw new ReleaseRefused(
    `${remote}@${name} is not in the store; 'releases list ${remote}' shows what is`,
  );
}

async function byWord(
  store: Store,
  remote: string,
  word: string,
  versions: string[],
): Promise<string | undefined> {
  if (!['live', 'previous', 'canary', 'latest'].includes(word)) return undefined;
  const pointer = (await readLive(store)).remotes[remote];
  const before = pointer && (versionBefore(pointer) ?? undefined);
  const found =
    word === 'latest'
      ? await newest(store, remote, versions)
      : { live: pointer?.version, previous: before, canary: pointer?.canary?.version }[word];
  if (!found) throw new ReleaseRefused(`${remote} has no release '${word}'`);
  return found;
}

/** By the audit log, which no clock can turn round. */
async function newest(
  store: Store,
  remote: string,
  versions: string[],
): Promise<string | undefined> {
  const first = new Map<string, number>();
  for (const [index, { to }] of (await readAudit(store, remote)).entries())
    if (to && !first.has(to)) first.set(to, index);
  const placed = versions.map((version) => ({ version, at: first.get(version) ?? -1 }));
  return placed.sort((a, b) => b.at - a.at)[0]?.version;
}
