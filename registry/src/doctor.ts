import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { LiveDocument, ReleaseRecord } from 'contracts/release';
import { groupBy } from './group-by';
import { integrityOf, recordedIntegrity } from './integrity';
import { readAudit, readLive, readRelease } from './live';
import { listPreviews } from './previews';
import type { Store } from './store';

export interface Finding {
  /** `error`: visitors can meet it. `warning`: it costs space or history only. */
  level: 'error' | 'warning';
  what: string;
}

const unpack = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

/** Verifies a store: every file that a pointer needs, half uploads, files nobody knows, pointers without files, missing history. */
export async function examine(store: Store): Promise<Finding[]> {
  const findings: Finding[] = [];
  const error = (what: string) => findings.push({ level: 'error', what });
  const warning = (what: string) => findings.push({ level: 'warning', what });
  const live = await readLive(store).catch((cause: Error): LiveDocument => {
    error(`live.json cannot be read (${cause.message})`);
    return { revision: 0, remotes: {} };
  });
  const paths = await store.list('');
  const releases = groupBy(
    paths.filter((path) => /^mf-[^/]+\/[^/]+\//.test(path)),
    (path) => path.split('/', 2).join('@'),
  );

  const pointers = [
    ...Object.entries(live.remotes).flatMap(([name, { version, history, canary }]) => [
      { name, version, from: 'live', level: error },
      ...(canary ? [{ name, version: canary.version, from: 'the canary', level: error }] : []),
      ...history.map((version) => ({ name, version, from: 'the history', level: warning })),
    ]),
    ...(await listPreviews(store)).map(({ remote, version, channel }) => ({
      name: remote,
      version,
      from: `the preview ${channel}`,
      level: warning,
    })),
  ];
  const seen = new Set<string>();
  const served: ReleaseRecord[] = [];
  for (const { name, version, from, level } of pointers) {
    const record = await readRelease(store, name, version).catch((cause: Error) => {
      level(`${name}@${version}, named by ${from}, has an unreadable record (${cause.message})`);
      return undefined;
    });
    if (record === null) level(`${name}@${version}, named by ${from}, is not in the store; roll ${name} back or publish it again`);
    if (!record) continue;
    if (from === 'live') served.push(record);
    if (seen.has(`${name}@${version}`)) continue;
    seen.add(`${name}@${version}`);
    for (const problem of await damagedFiles(store, record)) level(`${name}@${version} ${problem}, named by ${from}`);
  }
  for (const [path, claims] of groupBy(
    served.flatMap((record) => record.routes.map((route) => ({ path: route.path, name: record.name }))),
    (claim) => claim.path,
  )) {
    const names = [...new Set(claims.map(({ name }) => name))];
    if (names.length > 1) error(`${path} is served by ${names.join(' and ')}; only one of them may`);
  }
  for (const [release, files] of releases) {
    const record = files.find((path) => path.endsWith('/release.json'));
    if (!record) warning(`${release} is half an upload (${files.length} files, no record); 'releases gc' removes it`);
    else await reportOrphans(store, release, files, warning);
  }
  const revisions = new Set((await readAudit(store).catch(() => [])).map(({ revision }) => revision));
  for (let revision = 1; revision < live.revision; revision++) {
    if (!revisions.has(revision)) warning(`the audit entry of revision ${revision} is missing`);
  }
  return findings;
}

async function damagedFiles(store: Store, record: ReleaseRecord): Promise<string[]> {
  const base = `${record.name}/${record.version}`;
  const problems = Object.entries(record.files).map(async ([file, { integrity, gzip, brotli }]) => {
    const content = await store.read(`${base}/${file}`);
    if (!content) return [`lacks ${file}`];
    if (integrityOf(content) !== integrity) return [`has another ${file} than its record says`];
    const variants = [...(brotli ? ['.br' as const] : []), ...(gzip ? ['.gz' as const] : [])].map(async (suffix) => {
      const packed = await store.read(`${base}/${file}${suffix}`);
      if (!packed || integrityOf(packed) !== recordedIntegrity(record, file + suffix)) return [`has another ${file}${suffix}, or none`];
      const same = (await unpack[suffix](packed).catch(() => null))?.equals(content);
      return same ? [] : [`has a ${file}${suffix} that is not its ${file}`];
    });
    return (await Promise.all(variants)).flat();
  });
  return (await Promise.all(problems)).flat();
}

async function reportOrphans(store: Store, release: string, files: string[], warning: (what: string) => void): Promise<void> {
  const [name = '', version = ''] = release.split('@');
  const record = await readRelease(store, name, version).catch(() => null);
  if (!record) return;
  const known = new Set(['release.json', ...Object.keys(record.files).flatMap((file) => [file, `${file}.br`, `${file}.gz`])]);
  for (const path of files) {
    const file = path.slice(`${name}/${version}/`.length);
    if (!known.has(file)) warning(`${release} holds ${file}, which its record does not know`);
  }
}
