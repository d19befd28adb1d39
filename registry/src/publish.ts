import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuildManifest, buildManifest, type ReleaseRecord } from 'contracts/release';
import {
  checkContract,
  checkPlaceholders,
  checkPublicFile,
  checkShared,
  checkSharedNames,
  inspectServerBundle,
  ReleaseRefused,
} from './check';
import { promote, readLive, readRelease } from './live';
import type { Store } from './store';

const compressible = /\.(js|css|svg|json|html|txt)$/;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

export interface PublishOptions {
  /** Folder of a built remote: `dist/build.json`, `dist/web`, `dist/server`. */
  dist: string;
  store: Store;
  commit: string;
  why?: string;
  /** Versions of the shared modules that the shell runs with. */
  provided: Record<string, string>;
}

export interface Published {
  name: string;
  version: string;
  /** `unchanged`: this very content was live already and nothing was written. */
  outcome: 'published' | 'unchanged';
}

export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Checks a built remote, stores it as an immutable release and makes it live. Throws {@link ReleaseRefused} before anything is written. */
export async function publish({ dist, store, commit, why = 'publish', provided }: PublishOptions): Promise<Published> {
  const { manifest, files } = await readBuild(dist);
  const { name } = manifest;
  const server = files.get('server/remote.cjs');
  if (!server) throw new ReleaseRefused(`${name}: dist/server/remote.cjs is missing; build the remote first`);
  const code = server.toString();
  const { contractVersion, routes } = inspectServerBundle(name, code);
  const live = await readLive(store);
  checkContract(name, contractVersion, routes, await liveRecords(store, live.remotes));
  checkShared(manifest, provided);
  checkSharedNames(name, code);
  for (const [file, content] of files) {
    if (file.startsWith('web/')) checkPublicFile(file);
    checkPlaceholders(file, content);
  }
  const record: ReleaseRecord = {
    schema: 1,
    name,
    version: `${manifest.version}-${contentHash(files)}`,
    contractVersion,
    commit,
    entry: manifest.entry,
    expose: manifest.expose,
    server: 'server/remote.cjs',
    routes: routes.map(({ id, path }) => ({ id, path, files: filesOfRoute(manifest, id) })),
    shared: manifest.shared,
    files: Object.fromEntries([...files].map(([file, content]) => [file, { integrity: integrityOf(content), bytes: content.length }])),
  };
  if (!record.files[record.entry])
    throw new ReleaseRefused(`${name}: the entry ${record.entry || '(none)'} is not among its files; build the remote again`);
  const existing = await readRelease(store, name, record.version);
  if (existing) {
    await verifyRelease(store, existing, record);
    if (live.remotes[name]?.version === record.version) return { name, version: record.version, outcome: 'unchanged' };
  } else {
    await upload(store, record, files);
    await verifyRelease(store, record, record);
  }
  await promote(store, name, record.version, why);
  return { name, version: record.version, outcome: 'published' };
}

/** Reads every file of a release back and compares it with its record; throws at the first that differs. */
async function verifyRelease(store: Store, stored: ReleaseRecord, expected: ReleaseRecord): Promise<void> {
  const base = `${stored.name}/${stored.version}`;
  for (const [file, { integrity }] of Object.entries(expected.files)) {
    const content = await store.read(`${base}/${file}`);
    if (stored.files[file]?.integrity !== integrity || !content || integrityOf(content) !== integrity) {
      throw new ReleaseRefused(
        `${stored.name}@${stored.version} exists with another ${file}; a release is immutable, so restore the file or raise the package version`,
      );
    }
  }
}

async function upload(store: Store, record: ReleaseRecord, files: Map<string, Buffer>): Promise<void> {
  const base = `${record.name}/${record.version}`;
  for (const [file, content] of files) {
    await store.write(`${base}/${file}`, content);
    const entry = record.files[file];
    if (!entry || !file.startsWith('web/') || !compressible.test(file)) continue;
    const [br, zipped] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gz(content, { level: 9 }),
    ]);
    await store.write(`${base}/${file}.br`, br);
    await store.write(`${base}/${file}.gz`, zipped);
    Object.assign(entry, { brotli: br.length, gzip: zipped.length });
  }
  await store.write(`${base}/release.json`, Buffer.from(`${JSON.stringify(record, null, 2)}\n`)); // last: no record, no release
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

function contentHash(files: Map<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [file, content] of files) hash.update(`${file}\0${integrityOf(content)}\n`);
  return hash.digest('hex').slice(0, 12);
}
