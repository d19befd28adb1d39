import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { ReleaseRecord } from '@carry/contracts/release';
import { computeIntegrity, recordedIntegrity } from '../documents/integrity';
import { readRelease } from '../pointers/live';
import { inBatches } from '../stores/batches';
import type { Store } from '../stores/store';
import { mapFiles } from '../stores/stored-maps';
import { listPictures } from '../stores/stored-pictures';

const unpack = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

export async function damagedFiles(
  store: Store,
  record: Pick<ReleaseRecord, 'name' | 'version' | 'files'>,
): Promise<string[]> {
  const base = `${record.name}/${record.version}`;
  const files = Object.entries(record.files);
  const problems = await inBatches(files, async ([file, { integrity, gzip, brotli }]) => {
    const content = await store.read(`${base}/${file}`);
    if (!content) return [`lacks ${file}`];
    if (computeIntegrity(content) !== integrity)
      return [`has a file ${file} that differs from its record`];
    const variants = [...(brotli ? ['.br' as const] : []), ...(gzip ? ['.gz' as const] : [])].map(
      async (suffix) => {
        const packed = await store.read(`${base}/${file}${suffix}`);
        if (!packed || computeIntegrity(packed) !== recordedIntegrity(record, file + suffix))
          return [`has a different file ${file}${suffix}, or none`];
        const same = (await unpack[suffix](packed).catch(() => null))?.equals(content);
        return same ? [] : [`has a file ${file}${suffix} that is not its ${file}`];
      },
    );
    return (await Promise.all(variants)).flat();
  });
  return problems.flat();
}

export async function reportOrphans({
  store,
  release,
  files,
  warning,
}: {
  store: Store;
  release: string;
  files: string[];
  warning: (what: string) => void;
}): Promise<void> {
  const [name = '', version = ''] = release.split('@');
  const record = await readRelease(store, name, version).catch(() => null);
  if (!record) return;
  const maps = await mapFiles(store, `${name}/${version}`).catch(() => []);
  const pictures = await listPictures(store, `${name}/${version}`);
  const listed = new Set([
    'release.json',
    'checks.json',
    ...maps,
    ...(pictures.length > 0 ? ['pictures.json'] : []),
    ...pictures.map(({ file }) => `pictures/${file}`),
    ...Object.keys(record.files).flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
  ]);
  for (const path of files) {
    const file = path.slice(`${name}/${version}/`.length);
    if (!listed.has(file) && !file.startsWith('notes/'))
      warning(`${release} contains ${file}, which its record does not list`);
  }
}
