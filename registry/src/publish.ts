import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildManifest, buildManifest, type LiveDocument, type ReleaseRecord } from 'contracts/release';
import {
  checkBudgets,
  checkContract,
  checkPlaceholders,
  checkPublicFile,
  checkRoutes,
  checkSecrets,
  checkShared,
  checkSharedNames,
  checkSingletons,
  inspectServerBundle,
} from './check';
import { encode } from './document';
import { ReleaseConflict, ReleaseRefused } from './errors';
import { contentHash, integrityOf } from './integrity';
import { readLive, readRelease } from './live';
import { pack } from './pack';
import { promote, setCanary } from './pointers';
import { setPreview } from './previews';
import type { Store } from './store';

/** A built remote that passed the checks of its files, not stored yet. */
export interface Candidate {
  record: ReleaseRecord;
  /** What the store will hold below `<name>/<version>/`; the brotli variants come while the gates run. */
  files: Map<string, Buffer>;
}

export interface PublishOptions {
  /** Folder of a built remote: `dist/build.json`, `dist/web`, `dist/server`. */
  dist: string;
  store: Store;
  commit: string;
  why?: string;
  /** Versions of the shared modules that the shell runs with. */
  provided: Record<string, string>;
  /** More checks, which run the candidate; each throws {@link ReleaseRefused}. */
  gates?: ((candidate: Candidate) => Promise<void>)[];
  /** Where to: live for all (default), a share of the visitors, or a preview channel until a date. */
  target?: { percent: number } | { channel: string; expires: Date };
  /** Told of each step. */
  report?: (step: string) => void;
}

export interface Published {
  name: string;
  version: string;
  /** `unchanged`: this very content was there already and nothing was written. */
  outcome: 'published' | 'unchanged';
}

/** Checks a built remote, stores it as an immutable release and points to it. Throws {@link ReleaseRefused} before anything is written. */
export async function publish(options: PublishOptions): Promise<Published> {
  const { store, why = 'publish', gates = [], target, report = () => {} } = options;
  const live = await readLive(store);
  report('checking');
  const candidate = await check(options, live.remotes);
  const { name, version } = candidate.record;
  const pointer = live.remotes[name];
  if (pointer?.lock && !(target && 'channel' in target)) {
    throw new ReleaseConflict(
      `${name} is locked by ${pointer.lock.who} (${pointer.lock.why}); run 'releases unlock ${name}' when that is over`,
    );
  }
  const existing = await readRelease(store, name, version);
  if (existing) {
    await verifyRelease(store, existing, candidate.record);
    if (!target && pointer?.version === version) return { name, version, outcome: 'unchanged' };
  }
  // the gates: with what is live now, also when a preview passed before
  await Promise.all([...gates.map((gate) => gate(candidate)), existing ? null : pack(candidate, 'brotli')]);
  if (!existing) {
    report('uploading');
    await upload(store, candidate);
    await verifyRelease(store, candidate.record, candidate.record);
  }
  if (!target) await promote(store, name, version, { why, action: 'publish', expected: pointer?.version ?? null });
  else if ('percent' in target) await setCanary(store, name, version, target.percent, { why });
  else await setPreview(store, target.channel, name, version, target.expires, why);
  return { name, version, outcome: 'published' };
}

/** All checks that need no browser; answers what would be stored. */
async function check({ dist, store, commit, provided }: PublishOptions, live: LiveDocument['remotes']): Promise<Candidate> {
  const { manifest, files } = await readBuild(dist);
  const { name } = manifest;
  const server = files.get('server/remote.cjs');
  if (!server) throw new ReleaseRefused(`${name}: dist/server/remote.cjs is missing; build the remote first`);
  const code = server.toString();
  const { contractVersion, routes, tree } = inspectServerBundle(name, code);
  checkContract(name, contractVersion, routes, await liveRecords(store, live));
  checkShared(manifest, provided);
  checkSharedNames(name, code);
  await checkRoutes(name, tree);
  for (const [file, content] of files) {
    const text = content.toString('latin1');
    if (file.startsWith('web/')) checkPublicFile(file);
    if (file.startsWith('web/') && /\.js$/.test(file)) checkSingletons(file, text);
    checkSecrets(file, text);
    checkPlaceholders(file, content);
  }
  const hashed = Object.fromEntries(
    [...files].map(([file, content]) => [file, { integrity: integrityOf(content), bytes: content.length }]),
  );
  const record: ReleaseRecord = {
    schema: 1,
    name,
    version: `${manifest.version}-${contentHash(hashed)}`,
    contractVersion,
    commit,
    createdAt: new Date().toISOString(),
    entry: manifest.entry,
    expose: manifest.expose,
    server: 'server/remote.cjs',
    routes: routes.map(({ id, path }) => ({ id, path, files: filesOfRoute(manifest, id) })),
    shared: manifest.shared,
    files: hashed,
  };
  if (!record.files[record.entry])
    throw new ReleaseRefused(`${name}: the entry ${record.entry || '(none)'} is not among its files; build the remote again`);
  const candidate: Candidate = { record, files };
  await pack(candidate, 'gzip');
  checkBudgets(manifest, Object.fromEntries(Object.entries(record.files).map(([file, { bytes, gzip }]) => [file, gzip?.bytes ?? bytes])));
  return candidate;
}

/** Reads every file of a release back and compares it with its record; throws at the first that differs. */
async function verifyRelease(store: Store, stored: ReleaseRecord, expected: ReleaseRecord): Promise<void> {
  const base = `${stored.name}/${stored.version}`;
  const comparisons = Object.entries(expected.files).map(async ([file, { integrity }]) => {
    const content = await store.read(`${base}/${file}`);
    if (stored.files[file]?.integrity !== integrity || !content || integrityOf(content) !== integrity) {
      throw new ReleaseRefused(
        `${stored.name}@${stored.version} exists with another ${file}; a release is immutable, so restore the file or raise the package version`,
      );
    }
  });
  await Promise.all(comparisons);
}

async function upload(store: Store, { record, files }: Candidate): Promise<void> {
  const base = `${record.name}/${record.version}`;
  await Promise.all([...files].map(([file, content]) => store.write(`${base}/${file}`, content)));
  await store.write(`${base}/release.json`, encode(record)); // last: no record, no release
}

async function readBuild(dist: string): Promise<{ manifest: BuildManifest; files: Map<string, Buffer> }> {
  const text = await readFile(path.join(dist, 'build.json'), 'utf8').catch(() => {
    throw new ReleaseRefused(`${dist}: is no built remote (build.json is missing); build it first`);
  });
  const files = new Map<string, Buffer>();
  for (const folder of ['server', 'web']) {
    const entries = await readdir(path.join(dist, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const full = path.join(entry.parentPath, entry.name);
      files.set(path.relative(dist, full).replaceAll(path.sep, '/'), await readFile(full));
    }
  }
  return { manifest: buildManifest.parse(JSON.parse(text)), files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

async function liveRecords(store: Store, remotes: Record<string, { version: string }>): Promise<ReleaseRecord[]> {
  const records = await Promise.all(Object.entries(remotes).map(([name, { version }]) => readRelease(store, name, version)));
  return records.filter((record) => record !== null);
}

function filesOfRoute(manifest: BuildManifest, id: string): string[] {
  const [chunk = id] = id.split('/'); // 'game/cs2' and 'game/lol' share the chunk 'route-game'
  return (manifest.routes[chunk] ?? []).filter((file) => file !== manifest.entry && !manifest.expose.includes(file));
}
