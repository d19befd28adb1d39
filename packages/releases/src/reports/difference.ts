import type {
  Difference,
  PagePicture,
  RecordDifference,
  ReleaseDifference,
} from '@carry/contracts/console';
import type { ReleaseRecord } from '@carry/contracts/release';
import { routeSizes } from '../artifacts/inspect';
import { ReleaseRefused } from '../errors/errors';
import { listAudit, readLive, readServable } from '../pointers/live';
import type { Store } from '../stores/store';
import { listPictures } from '../stores/stored-pictures';
import { findMoves } from './moves';
import { summarize } from './overview';

type Release = Pick<ReleaseRecord, 'name' | 'version'>;

const HASH = /\.[a-f0-9]{8,}(?=\.[a-z0-9]+$)/;

export async function readDifference(
  store: Store,
  remote: string,
  versions: { from: string; to: string },
): Promise<ReleaseDifference> {
  const [from, to] = await Promise.all(
    [versions.from, versions.to].map((version) => needRecord(store, remote, version)),
  );
  if (!from || !to) throw new ReleaseRefused('two releases are needed');
  const moves = await findMoves(store, remote, {
    versions: [from.version, to.version],
    revision: (await readLive(store)).revision,
    paths: await listAudit(store),
  });
  return {
    from: summarize({ record: from, version: from.version, moves }),
    to: summarize({ record: to, version: to.version, moves }),
    ...compareRecords(from, to),
    pictures: await readPictures(store, from, to),
  };
}

export async function readPictures(
  store: Store,
  ...releases: [from: Release, to: Release]
): Promise<Difference<PagePicture>[]> {
  const [from = {}, to = {}] = await Promise.all(
    releases.map(async ({ name, version }) => {
      const pictures = await listPictures(store, `${name}/${version}`);
      return Object.fromEntries(
        pictures.map(({ route, file, width, height }) => [route, { file, width, height }]),
      );
    }),
  );
  const routes = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return routes.map((name) => ({ name, from: from[name] ?? null, to: to[name] ?? null }));
}

export function compareRecords(from: ReleaseRecord, to: ReleaseRecord): RecordDifference {
  const [contract = null] = compare(
    { contract: from.contractVersion },
    { contract: to.contractVersion },
  );
  return {
    contract,
    shared: compare(from.shared, to.shared),
    routes: compare(assembleGzip(from), assembleGzip(to)),
    files: compareFiles(from, to),
  };
}

async function needRecord(store: Store, remote: string, version: string): Promise<ReleaseRecord> {
  const record = await readServable(store, remote, version);
  if (record) return record;
  throw new ReleaseRefused(
    `${remote.slice(0, 50)}@${version.slice(0, 50)} is not in the store, or its record is damaged or unsigned`,
  );
}

function compare<Value>(
  from: Record<string, Value>,
  to: Record<string, Value>,
): Difference<Value>[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names
    .map((name) => ({ name, from: from[name] ?? null, to: to[name] ?? null }))
    .filter((difference) => difference.from !== difference.to);
}

const assembleGzip = (record: ReleaseRecord): Record<string, number> =>
  Object.fromEntries(Object.entries(routeSizes(record)).map(([path, { gzip }]) => [path, gzip]));

interface File {
  bytes: number;
  content: string;
}

/** Returns files by their names without hashes. Names that occur twice are numbered. */
function getFiles({ files }: ReleaseRecord): Map<string, File> {
  const byName = new Map<string, File>();
  for (const path of Object.keys(files).sort()) {
    const { bytes, integrity } = files[path] ?? { bytes: 0, integrity: '' };
    const plain = path.replace(HASH, '');
    let name = plain;
    for (let number = 2; byName.has(name); number++) name = `${plain} (${number})`;
    byName.set(name, { bytes, content: integrity });
  }
  return byName;
}

function compareFiles(a: ReleaseRecord, b: ReleaseRecord): Difference<number>[] {
  const [from, to] = [getFiles(a), getFiles(b)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .sort()
    .filter((name) => from.get(name)?.content !== to.get(name)?.content)
    .map((name) => ({
      name,
      from: from.get(name)?.bytes ?? null,
      to: to.get(name)?.bytes ?? null,
    }));
}
