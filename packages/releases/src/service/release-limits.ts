import { ReleaseRefused } from '../errors/errors';

const MIB = 1024 * 1024;
/** Limit of a sent release, in bytes. */
export const MAX_RELEASE_BYTES = 48 * MIB;
export const MAX_FILES = 2000;

/** Refuses a release that no release server accepts, before it is sent. `files`: with compressed files and source maps. */
export function assertSendable(
  release: string,
  { files, bytes }: Record<'files' | 'bytes', number>,
) {
  if (files > MAX_FILES)
    throw new ReleaseRefused(
      `${release} has ${files} files with its compressed files and source maps, and a release server accepts ${MAX_FILES}; split fewer chunks, or bundle fewer files`,
    );
  if (bytes > MAX_RELEASE_BYTES)
    throw new ReleaseRefused(
      `${release} has ${(bytes / MIB).toFixed(1)} MB with its compressed files and source maps, and a release server accepts ${MAX_RELEASE_BYTES / MIB} MB; serve large files from a server of your own`,
    );
}
