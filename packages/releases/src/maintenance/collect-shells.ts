import { nullIfUnreadable } from '../pointers/live';
import { inBatches } from '../stores/batches';
import { listShells, readShell } from '../stores/shells';
import type { Store } from '../stores/store';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A folder without a record may be a running upload; a lock or a partial file may be a running write. */
export const UPLOAD_MS = 60 * 60 * 1000;
const RUNNING = 'a site reported it as running within a day';

export interface Judged {
  release: string;
  paths: string[];
  /** Reason to keep it; null: removable. */
  why: string | null;
}

/** Returns which shell versions to keep: the `keep` most recently used, and all that a site ran within a day. */
export async function judgeShells(store: Store, keep: number, now: number): Promise<Judged[]> {
  const files = groupBy(await store.list('shell'), (path) => path.split('/')[1] ?? '');
  const records = await inBatches(await listShells(store), async (version) => ({
    version,
    usedAt: await readLastUse(store, version),
  }));
  const judged = records
    .sort((a, b) => b.usedAt - a.usedAt)
    .map(({ version, usedAt }, index): Judged => {
      const recent = now - usedAt < DAY_MS ? RUNNING : null;
      return {
        release: `shell@${version}`,
        paths: [`shells/${version}.json`, ...(files.get(version) ?? [])],
        why: index < keep ? `among the ${keep} used last` : recent,
      };
    });
  const recorded = new Set(records.map(({ version }) => version));
  const strays = [...files].filter(([version]) => !recorded.has(version));
  const unfinished = await Promise.all(
    strays.map(async ([version, paths]): Promise<Judged> => {
      const isFresh = (await msSinceLastWrite(store, paths, now)) < UPLOAD_MS;
      return {
        release: `shell@${version}`,
        paths,
        why: isFresh ? 'may still be uploading' : null,
      };
    }),
  );
  return [...judged, ...unfinished];
}

/** Returns why to keep a shell after all: a site has started it since {@link judgeShells}. */
export async function whyRunning(
  store: Store,
  release: string,
  now: number,
): Promise<string | null> {
  const usedAt = await readLastUse(store, release.slice('shell@'.length));
  return now - usedAt < DAY_MS ? RUNNING : null;
}

/** Returns when a site reported a shell, ms since the epoch; 0 for a damaged record. */
async function readLastUse(store: Store, version: string): Promise<number> {
  const record = await readShell(store, version).catch(nullIfUnreadable);
  return Date.parse(record?.usedAt ?? '') || 0;
}

export async function msSinceLastWrite(
  store: Store,
  paths: readonly string[],
  now: number,
): Promise<number> {
  const times = await inBatches(paths, (path) => store.modified(path));
  return now - Math.max(0, ...times.map((time) => time?.getTime() ?? 0));
}

/** Groups items by key, in the order of first appearance. Replaces Map.groupBy, which Node 20 lacks. */
export function groupBy<Item>(
  items: Iterable<Item>,
  getKey: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
