import { groupBy } from './group-by';
import { readAudit, readLive, readRelease } from './live';
import { listPreviews } from './previews';
import type { Store } from './store';

/** An open tab may ask for files of what was live this long ago. */
const RECENT_MS = 24 * 60 * 60 * 1000;
/** A folder without a record may be an upload that is still running. */
const UPLOAD_MS = 60 * 60 * 1000;

export interface Collected {
  /** `name@version` of what was removed. */
  removed: string[];
  files: number;
  bytes: number;
}

/** Removes releases beyond the `keep` newest of each remote that no pointer, no history and no recent page needs. `dry`: only says which. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one collection from start to end
export async function collect(store: Store, keep: number, { dry = false, now = Date.now() } = {}): Promise<Collected> {
  const live = await readLive(store);
  const needed = new Set<string>();
  for (const [name, { version, history, canary }] of Object.entries(live.remotes)) {
    for (const used of [version, ...history, ...(canary ? [canary.version] : [])]) needed.add(`${name}@${used}`);
  }
  for (const { remote, version, expires } of await listPreviews(store)) {
    if (Date.parse(expires) > now) needed.add(`${remote}@${version}`);
  }
  const used = new Map<string, number>();
  for (const { at, remote, from, to } of await readAudit(store)) {
    for (const version of [from, to]) if (version) used.set(`${remote}@${version}`, Date.parse(at));
  }
  const folders = groupBy(
    (await store.list('')).filter((path) => /^mf-[^/]+\/[^/]+\//.test(path)),
    (path) => path.split('/', 2).join('@'),
  );
  const ages = await Promise.all(
    [...folders.keys()].map(async (release) => {
      const [name = '', version = ''] = release.split('@');
      const record = await readRelease(store, name, version).catch(() => null);
      return { release, name, whole: record !== null, last: Math.max(used.get(release) ?? 0, Date.parse(record?.createdAt ?? '') || 0) };
    }),
  );
  for (const releases of groupBy(ages, ({ name }) => name).values()) {
    const newest = releases.filter(({ whole }) => whole).sort((a, b) => b.last - a.last);
    for (const { release } of newest.slice(0, keep)) needed.add(release);
  }
  const collected: Collected = { removed: [], files: 0, bytes: 0 };
  for (const { release, whole, last } of ages) {
    if (needed.has(release) || (whole && now - last < RECENT_MS)) continue;
    const paths = folders.get(release) ?? [];
    if (!whole && (await youngest(store, paths, now)) < UPLOAD_MS) continue;
    collected.removed.push(release);
    for (const path of paths.sort((a) => (a.endsWith('/release.json') ? -1 : 1))) {
      collected.files++;
      collected.bytes += (await store.read(path))?.length ?? 0;
      if (!dry) await store.remove(path); // the record first: half a release is none
    }
  }
  return collected;
}

/** Milliseconds since the newest of the objects was written. */
async function youngest(store: Store, paths: string[], now: number): Promise<number> {
  const times = await Promise.all(paths.map((path) => store.modified(path)));
  return now - Math.max(0, ...times.map((time) => time?.getTime() ?? 0));
}
