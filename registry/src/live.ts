import { type LiveDocument, liveDocument, type ReleaseRecord, releaseRecord } from 'contracts/release';
import type { Store } from './store';

const LIVE = 'live.json';
const ATTEMPTS = 20;
const encode = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The live pointers; an empty store has revision 0 and no remote. Throws on a malformed document. */
export async function readLive(store: Store): Promise<LiveDocument> {
  const content = await store.read(LIVE);
  return content ? liveDocument.parse(JSON.parse(content.toString())) : { revision: 0, remotes: {} };
}

/** Reads the live pointers and writes what `change` makes of them, again if somebody else wrote in between. */
async function changeLive(store: Store, change: (live: LiveDocument) => LiveDocument['remotes']): Promise<LiveDocument> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const content = await store.read(LIVE);
    const live = content ? liveDocument.parse(JSON.parse(content.toString())) : { revision: 0, remotes: {} };
    const next = { revision: live.revision + 1, remotes: change(live) };
    if (await store.compareAndSwap(LIVE, content, encode(next))) return next;
  }
  throw new Error('live.json changes too often; try again');
}

/** The record of a release, or null when the store has none. Throws on a malformed record. */
export async function readRelease(store: Store, name: string, version: string): Promise<ReleaseRecord | null> {
  const content = await store.read(`${name}/${version}/release.json`);
  if (!content) return null;
  const record = releaseRecord.parse(JSON.parse(content.toString()));
  if (record.name !== name || record.version !== version)
    throw new Error(`${name}/${version} holds the record of ${record.name}@${record.version}`);
  return record;
}

/** Makes an already stored release the live one of its remote and writes the audit entry. */
export async function promote(store: Store, name: string, version: string, why: string): Promise<LiveDocument> {
  if (!(await readRelease(store, name, version)))
    throw new Error(`${name}@${version} is not in the store; 'releases list ${name}' shows what is`);
  let from: string | null = null;
  const live = await changeLive(store, ({ remotes }) => {
    from = remotes[name]?.version ?? null;
    return { ...remotes, [name]: { version } };
  });
  const at = new Date().toISOString();
  const who = process.env.USER ?? process.env.LOGNAME ?? 'unknown';
  await store.write(
    `audit/${String(live.revision).padStart(8, '0')}.json`,
    encode({ revision: live.revision, at, who, remote: name, from, to: version, why }),
  );
  return live;
}

/** The versions of a remote in the store. */
export async function listVersions(store: Store, name: string): Promise<string[]> {
  const records = (await store.list(name)).filter((path) => path.endsWith('/release.json'));
  return records.map((path) => path.split('/')[1] ?? '');
}
