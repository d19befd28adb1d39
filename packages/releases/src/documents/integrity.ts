import { createHash } from 'node:crypto';
import type { ReleaseRecord } from '@carry/contracts/release';

export const computeIntegrity = (content: Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const encodings = { br: 'brotli', gz: 'gzip' } as const;

/** Returns the integrity in the record for a file or for its compressed form (`.br`, `.gz`). */
export function recordedIntegrity(
  { files }: Pick<ReleaseRecord, 'files'>,
  path: string,
): string | undefined {
  const [, plain = '', suffix] = /^(.+)\.(br|gz)$/.exec(path) ?? [];
  return (
    files[path]?.integrity ??
    (suffix && files[plain]?.[encodings[suffix as keyof typeof encodings]]?.integrity)
  );
}

/** Returns the content hash at the end of a release's version: over the names and integrities of its files. */
export function contentHash(files: Record<string, { integrity: string }>): string {
  const hash = createHash('sha256');
  for (const file of Object.keys(files).sort()) hash.update(`${file}\0${files[file]?.integrity}\n`);
  return hash.digest('hex').slice(0, 12);
}
