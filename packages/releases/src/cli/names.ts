import { closest } from '../command-line/output';
import { versionBefore } from '../documents/version-history';
import { ReleaseRefused } from '../errors/errors';
import type { CloudEvent } from '../events/cloud-event';
import { describeEvent } from '../events/describe-event';
import { listVersions, readLive, readRelease } from '../pointers/live';
import { readPreviews } from '../pointers/previews';
import { readOwners } from '../pointers/site';
import { nameAuthor } from '../reports/name-author';
import { listByTime } from '../reports/release-page';
import type { Store } from '../stores/store';
import type { CommandContext } from './command';

export type NameAuthor = (who: string, remote: string) => string;

export async function readAuthors({
  store,
  trustNow,
}: Pick<CommandContext, 'store' | 'trustNow'>): Promise<NameAuthor> {
  const signers = { owners: await readOwners(store), trust: trustNow() };
  return (who, remote) => nameAuthor(who, remote, signers);
}

export function describeNamed({ text, ...entry }: CloudEvent['data'], nameAuthor: NameAuthor) {
  const who = nameAuthor(entry.who, entry.remote);
  return who === entry.who ? text : describeEvent({ ...entry, who });
}

export async function assertKnownRemote(store: Store, remote: string): Promise<void> {
  const owners = await readOwners(store);
  if (Object.hasOwn(owners, remote)) return;
  const live = Object.keys((await readLive(store)).remotes);
  const stored = (await store.list('')).flatMap((path) => /^(mf-[^/]+)\//.exec(path)?.[1] ?? []);
  const remotes = [...new Set([...Object.keys(owners), ...live, ...stored])].sort();
  if (remotes.includes(remote)) return;
  const hint =
    remotes.length > 0
      ? closest(remote, remotes) || `; the remotes are ${remotes.join(', ')}`
      : `: ${store.name} has no remotes; check its address`;
  throw new ReleaseRefused(`there is no remote '${remote}'${hint}`);
}

/** Resolves a version, `live`, `previous`, `canary`, `latest` (the newest stored), a preview's channel, or the unambiguous prefix of a version or its hash. */
export async function resolveVersion(store: Store, remote: string, name: string): Promise<string> {
  const versions = await listVersions(store, remote);
  if (versions.includes(name)) return name;
  const match =
    (await byWord({ store, remote, word: name })) ??
    (await readPreviews(store, name))?.remotes[remote]?.version;
  if (match) return match;
  const matches = versions.filter(
    (version) =>
      version.startsWith(name) || version.slice(version.lastIndexOf('-') + 1).startsWith(name),
  );
  if (matches.length === 1 && matches[0]) return matches[0];
  if (matches.length > 1)
    throw new ReleaseRefused(
      `'${name}' is ambiguous: ${matches.join(', ')} of ${remote}; use a longer prefix`,
    );
  throw new ReleaseRefused(`${remote}@${name} is not in the store; see 'releases list ${remote}'`);
}

/** Returns the record of a release by any name of it. Throws {@link ReleaseRefused} if it is missing. */
export async function findRecord(store: Store, remote: string, name: string) {
  const version = await resolveVersion(store, remote, name);
  const record = await readRelease(store, remote, version);
  if (!record)
    throw new ReleaseRefused(`${remote}@${version} has no record; run 'releases doctor'`);
  return record;
}

async function byWord({
  store,
  remote,
  word,
}: {
  store: Store;
  remote: string;
  word: string;
}): Promise<string | undefined> {
  if (!['live', 'previous', 'canary', 'latest'].includes(word)) return undefined;
  const pointer = (await readLive(store)).remotes[remote];
  const before = pointer && (versionBefore(pointer) ?? undefined);
  const version =
    word === 'latest'
      ? (await listByTime(store, remote))[0]?.version
      : { live: pointer?.version, previous: before, canary: pointer?.canary?.version }[word];
  if (!version) throw new ReleaseRefused(`${remote} has no release '${word}'`);
  return version;
}
