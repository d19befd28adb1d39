import type { AuditEntry } from '@carry/contracts/release';
import type { Store } from './store';

const MAX_BYTES = 64 * 1024;
const FILE = /^\d{4}-\d\d-\d\dT[\d-]{12}Z\.webp$/;

/** Returns the folder of the pictures of notes on a release; `gc` removes it with the release. */
const getFolder = (remote: string, version: string) => `${remote}/${version}/notes`;

type Note = Pick<AuditEntry, 'at' | 'remote' | 'to'>;

/** Stores the picture of a note, unless another release server did. */
export const storeNotePicture = ({ at, remote, to }: Note, picture: Buffer, store: Store) =>
  store.compareAndSwap(
    `${getFolder(remote, to ?? '')}/${at.replaceAll(/[:.]/g, '-')}.webp`,
    null,
    picture,
  );

export const readNotePicture = async (
  store: Store,
  { remote, version, file }: { remote: string; version: string; file: string },
): Promise<Buffer | null> =>
  FILE.test(file) ? store.read(`${getFolder(remote, version)}/${file}`, MAX_BYTES) : null;
