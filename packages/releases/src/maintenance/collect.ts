import type { ReadEntry } from '@carry/contracts/release';
import { isUnreadable, readAudit, readLive, readRelease } from '../pointers/live';
import { listPreviews } from '../pointers/previews';
import { Untrusted } from '../signing/signature';
import { inBatches } from '../stores/batches';
import type { Store } from '../stores/store';
import { collectChannels } from './collect-channels';
import {
  groupBy,
  type Judged,
  judgeShells,
  msSinceLastWrite,
  UPLOAD_MS,
  whyRunning,
} from './collect-shells';

/** Open tabs may request files of releases that were live, a canary or previewed within this time. */
const RECENT_MS = 24 * 60 * 60 * 1000;

export interface Collected {
  removed: string[];
  retained: { release: string; why: string }[];
  /** Channels whose previews all ended. */
  channels: string[];
  /** Stale files of crashed writers. */
  litter: string[];
  files: number;
  bytes: number;
}

interface Stored {
  release: string;
  name: string;
  whole: boolean;
  /** False for the release of a removed key. */
  trusted: boolean;
  /** Last time it was live, a canary, previewed or made, ms since the epoch. */
  last: number;
  paths: string[];
}

/** Removes releases beyond the `keep` newest of each remote and of the shell that no pointer, history or recent page needs. `dry`: only lists them. */
export async function collectGarbage(
  store: Store,
  keep: number,
  { dry = false, now = Date.now() } = {},
): Promise<Collected> {
  const channels = await collectChannels(store, { dry, now });
  const stored = await readStored(store);
  const needed = await neededReleases(store, now);
  for (const release of newestReleases(stored, keep))
    if (!needed.has(release)) needed.set(release, `among the ${keep} newest`);
  const collected: Collected = {
    ...{ removed: [], retained: [], channels, litter: [] },
    ...{ files: channels.length, bytes: 0 },
  };
  const remove = async (path: string) => {
    collected.files++;
    collected.bytes += (await store.read(path).catch(() => null))?.length ?? 0;
    if (!dry) await store.remove(path);
  };
  const judge = async ({ release, paths, why }: Judged) => {
    if (why) {
      collected.retained.push({ release, why });
      return;
    }
    collected.removed.push(release);
    for (const path of paths) await remove(path);
  };
  for (const each of stored) {
    const { release, paths } = each;
    const whyBefore = needed.get(release) ?? (await inUse(store, each, now));
    paths.sort((a) => (a.endsWith('/release.json') ? -1 : 1)); // the record first: a release without all files is useless
    // a release may be promoted or previewed while others are removed
    const why = whyBefore ?? (dry ? null : await whyNeeded(store, release, now));
    await judge({ release, paths, why });
  }
  for (const each of await judgeShells(store, keep, now)) {
    const why = each.why ?? (dry ? null : await whyRunning(store, each.release, now));
    await judge({ ...each, why });
  }
  for (const path of await store.listLitter()) {
    if ((await msSinceLastWrite(store, [path], now)) < UPLOAD_MS) continue;
    collected.litter.push(path);
    await remove(path);
  }
  return collected;
}

async function inUse(
  store: Store,
  { whole, last, paths }: Stored,
  now: number,
): Promise<string | null> {
  if (whole) return now - last < RECENT_MS ? 'used within a day' : null;
  const isFresh = (await msSinceLastWrite(store, paths, now)) < UPLOAD_MS;
  return isFresh ? 'may still be uploading' : null;
}

/** Counts releases of removed keys apart, so that they take no place of others. */
function newestReleases(stored: Stored[], keep: number): string[] {
  const groups = groupBy(stored, ({ name, trusted }) => `${name} ${trusted}`);
  return [...groups.values()].flatMap((releases) => {
    const newest = releases.filter(({ whole }) => whole).sort((a, b) => b.last - a.last);
    return newest.slice(0, keep).map(({ release }) => release);
  });
}

async function neededReleases(store: Store, now: number): Promise<Map<string, string>> {
  const needed = new Map<string, string>();
  for (const [name, { version, history, ahead = [], canary }] of Object.entries(
    (await readLive(store)).remotes,
  )) {
    for (const used of ahead) needed.set(`${name}@${used}`, 'rolled back from');
    for (const used of history) needed.set(`${name}@${used}`, 'in the history');
    if (canary) needed.set(`${name}@${canary.version}`, 'the canary');
    needed.set(`${name}@${version}`, 'live');
  }
  for (const { remote, version, channel, expires } of await listPreviews(store)) {
    const release = `${remote}@${version}`;
    if (Date.parse(expires) + RECENT_MS > now && !needed.has(release))
      needed.set(release, `previewed as ${channel}`);
  }
  return needed;
}

const whyNeeded = async (store: Store, release: string, now: number): Promise<string | null> =>
  (await neededReleases(store, now)).get(release) ?? null;

async function readStored(store: Store): Promise<Stored[]> {
  const used = findLastUses(await readAudit(store));
  const folders = groupBy(
    (await store.list('')).filter((path) => /^mf-[^/]+\/[^/]+\//.test(path)),
    (path) => path.split('/', 2).join('@'),
  );
  return inBatches([...folders], async ([release, paths]) => {
    const [name = '', version = ''] = release.split('@');
    const { made, ...record } = await readRecord(store, name, version);
    return { release, name, ...record, last: Math.max(used.get(release) ?? 0, made), paths };
  });
}

/** Returns when a release was made, ms since the epoch. Throws for a failed read: the release may be fine. */
async function readRecord(
  store: Store,
  name: string,
  version: string,
): Promise<Pick<Stored, 'whole' | 'trusted'> & { made: number }> {
  try {
    const record = await readRelease(store, name, version);
    const made = Date.parse(record?.createdAt ?? '') || 0;
    return { whole: record !== null, trusted: true, made };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    // 'releases sign' can make it trusted
    if (!(error instanceof Untrusted)) return { whole: false, trusted: true, made: 0 };
    const written = await store.modified(`${name}/${version}/release.json`);
    return { whole: true, trusted: false, made: written?.getTime() ?? 0 };
  }
}

/** Returns when each release was last live, a canary or previewed, in ms since the epoch. */
function findLastUses(entries: readonly ReadEntry[]): Map<string, number> {
  const used = new Map<string, number>();
  const canaries = new Map<string, string | null>();
  for (const entry of entries) {
    const { at, remote, from, to, revision } = entry;
    const canary = canaries.get(remote) ?? null;
    for (const version of [from, to, canary])
      if (version) used.set(`${remote}@${version}`, Date.parse(at));
    if (revision !== undefined) canaries.set(remote, getCanaryAfter(entry, canary));
  }
  return used;
}

/** Returns the canary of a remote after a change of its pointer; `canary`: the one before. */
function getCanaryAfter(
  { action, to, percent = 0 }: ReadEntry,
  canary: string | null,
): string | null {
  if (/^(canary|rollout)/.test(action)) return percent > 0 ? to : null;
  return action === 'retire' || to === canary ? null : canary;
}
