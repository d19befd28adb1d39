import { createHash } from 'node:crypto';
import type { ReleaseRecord } from '@carry/contracts/release';

/** The subresource integrity value of a file's content. */
export const integrityOf = (content: Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const encodings = { br: 'brotli', gz: 'gzip' } as const;

/** The integrity that a record states for one of its files or for a compressed form of one (`.br`, `.gz`). */
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

/** The hash that ends a release's version: over the names and integrities of its files. */
export function contentHash(files: Record<string, { integrity: string }>): string {
  const hash = createHash('sha256');
  for (const file of Object.keys(files).sort()) hash.update(`${file}\0${files[file]?.integrity}\n`);
  return hash.digest('hex').slice(0, 12);
}
