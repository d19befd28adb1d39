import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ReleaseRecord } from '@carry/contracts/release';
import type { PackedBefore } from '../artifacts/pack';
import { computeIntegrity } from '../documents/integrity';
import type { Store } from './store';

const unpack = promisify(brotliDecompress);

/** Returns the compressed form from an earlier release. Most files do not change, and unpacking to compare takes a hundredth of the time of packing. */
export const packedIn =
  (store: Store, { name, version, files }: ReleaseRecord): PackedBefore =>
  async (file, content) => {
    const entry = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!entry?.brotli || entry.integrity !== computeIntegrity(content)) return null;
    const packed = await store.read(`${name}/${version}/${file}.br`).catch(() => null); // the caller packs it again
    if (!packed || computeIntegrity(packed) !== entry.brotli.integrity) return null;
    const unpacked = await unpack(packed, { maxOutputLength: content.length }).catch(() => null);
    return unpacked?.equals(content) ? packed : null;
  };
