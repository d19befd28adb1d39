import { refuseUnless } from '../errors/errors';
import { MAX_OBJECT_BYTES } from '../limits/object-size';
import { findCopy, findCopyInPacked } from './copies';

const MIB = 1024 * 1024;
/** Names that addresses and records of releases accept. */
const NAME = /^(?:web|server)(?:\/(?!\.(?:\/|$))[\w.-]{1,190})+$/;

/** Refuses a forbidden file. `isPacked`: another tool made the build. Its names need no hash, because the address of the release has one. */
export function checkFile(file: string, content: Buffer, isPacked = false): void {
  refuseUnless(
    NAME.test(file) && !file.includes('..'),
    `${file}: cannot be published under this name; rename it with letters, digits, '.', '_' and '-', at most 190 characters between slashes`,
  );
  refuseUnless(
    content.length <= MAX_OBJECT_BYTES,
    `${file}: has ${(content.length / MIB).toFixed(1)} MB, and a file of a release at most ${MAX_OBJECT_BYTES / MIB} MB; split it, or serve it from a server of your own`,
  );
  const text = content.toString('latin1');
  if (file.startsWith('web/')) checkPublicFile(file, text, isPacked);
  // browsers would block a chunk with an unfilled hash
  refuseUnless(
    !/\*-\*-\*-CHUNK-SRI-HASH/.test(text),
    `${file}: has an unfilled integrity placeholder; build it again`,
  );
}

/** Manifest of Module Federation, for tools. Its name is fixed; the address of a release is immutable. */
const FEDERATION_MANIFEST = 'web/mf-manifest.json';

function checkPublicFile(file: string, text: string, isPacked: boolean): void {
  if (file === FEDERATION_MANIFEST) return;
  refuseUnless(
    !file.endsWith('.map'),
    `${file}: source maps are not published; set output.sourceMap to false`,
  );
  refuseUnless(
    isPacked || /\.[a-f0-9]{8,}\./.test(file),
    `${file}: has no content hash in its name, so it cannot be served as immutable; move it from public/ to src/ and import its address there`,
  );
  if (!file.endsWith('.js')) return;
  const copied = isPacked ? findCopyInPacked(text) : findCopy(text);
  const remedy = isPacked
    ? 'list it in "shared" of your federation plugin'
    : 'import it as a shared module and keep remoteConfig as it is';
  refuseUnless(!copied, `${file}: carries its own copy of ${copied}; ${remedy}`);
}
