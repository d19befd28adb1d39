import type { LivePointer } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import { listVersions, readServable } from '../pointers/live';
import { inBatches } from '../stores/batches';
import type { Store } from '../stores/store';

const PAGE = 50;
const MAX_TIMES = 50_000;

/** Times of builds by version, of each store. A record never changes. */
const times = new WeakMap<Store, LRUCache<string, string>>();

export interface ReleasePage {
  /** Newest first. */
  versions: string[];
  /** Cursor of the older releases; null at the end. */
  older: string | null;
}

/** Returns a page of the stored releases. The first page also has every release that the pointer names. */
export async function readReleasePage(
  store: Store,
  name: string,
  { pointer, before }: { pointer: LivePointer | undefined; before?: string | undefined },
): Promise<ReleasePage> {
  const all = await listByTime(store, name);
  const following = all.filter(({ key }) => !before || key < before);
  const page = following.slice(0, PAGE);
  const { version, canary, history = [], ahead = [] } = pointer ?? {};
  const inUse = before ? [] : [version, canary?.version, ...history, ...ahead];
  const shown = new Set([...page.map((release) => release.version), ...inUse]);
  return {
    versions: all.map((release) => release.version).filter((one) => shown.has(one)),
    older: following.length > PAGE ? (page.at(-1)?.key ?? null) : null,
  };
}

/** Returns the stored versions with sort keys, newest first; those with an unreadable record last. */
export async function listByTime(
  store: Store,
  name: string,
): Promise<{ version: string; key: string }[]> {
  const releases = await inBatches(await listVersions(store, name), async (version) => {
    const time = await readTime(store, name, version);
    return { version, key: `${time} ${version}` };
  });
  return releases.sort((a, b) => (a.key < b.key ? 1 : -1));
}

async function readTime(store: Store, name: string, version: string): Promise<string> {
  const storeTimes = times.get(store) ?? new LRUCache<string, string>({ max: MAX_TIMES });
  times.set(store, storeTimes);
  const path = `${name}/${version}`;
  const cached = storeTimes.get(path);
  if (cached) return cached;
  // after a failed read of the newest record, an older release would be the latest
  const record = await readServable(store, name, version);
  if (record) storeTimes.set(path, record.createdAt);
  return record?.createdAt ?? '';
}
