import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ReleaseRecord } from '@carry/contracts/release';
import type { PackedBefore } from '../artifacts/pack';
import { integrityOf } from '../documents/integrity';
import type { Store } from './store';

const unpack = promisify(brotliDecompress);

/** Most files of a release are those of the one before: to unpack what that has in brotli takes a hundredth of the time of packing it. */
export const packedIn =
  (store: Store, { name, version, files }: ReleaseRecord): PackedBefore =>
  async (file, content) => {
    const known = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!known?.brotli || known.integrity !== integrityOf(content)) return null;
    const packed = await store.read(`${name}/${version}/${file}.br`).catch(() => null); // then it is packed anew
    if (!packed || integrityOf(packed) !== known.brotli.integrity) return null;
    const unpacked = await unpack(packed, { maxOutputLength: content.length }).catch(() => null);
    return unpacked?.equals(content) ? packed : null;
  };
