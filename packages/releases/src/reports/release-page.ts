import type { LivePointer } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import { MalformedDocument } from '../documents/document';
import { listVersions, readRelease } from '../pointers/live';
import { Untrusted } from '../signing/signature';
import { type Store, TooLarge } from '../stores/store';

const PAGE = 50;
const BATCH = 50;
const MAX_TIMES = 50_000;
/** Faults of a record itself. A failed read is none: without the newest record, an older release would be the latest. */
const UNREADABLE = [MalformedDocument, TooLarge, Untrusted];

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
  const versions = await listVersions(store, name);
  const releases: { version: string; key: string }[] = [];
  for (let start = 0; start < versions.length; start += BATCH)
    releases.push(
      ...(await Promise.all(
        versions.slice(start, start + BATCH).map(async (version) => {
          const time = await readTime(store, name, version);
          return { version, key: `${time} ${version}` };
        }),
      )),
    );
  return releases.sort((a, b) => (a.key < b.key ? 1 : -1));
}

async function readTime(store: Store, name: string, version: string): Promise<string> {
  const storeTimes = times.get(store) ?? new LRUCache<string, string>({ max: MAX_TIMES });
  times.set(store, storeTimes);
  const path = `${name}/${version}`;
  const cached = storeTimes.get(path);
  if (cached) return cached;
  const record = await readRelease(store, name, version).catch((error: Error) => {
    if (UNREADABLE.some((type) => error instanceof type)) return null;
    throw error;
  });
  if (record) storeTimes.set(path, record.createdAt);
  return record?.createdAt ?? '';
}
