import type { Signature } from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { isSignedBy, keyId, type SigningKey } from './keys';

/** Domain separation: the signature of one kind of document is invalid for another. */
export type Kind =
  | 'release'
  | 'pointer'
  | 'verdict' // a site's decision; stored signatures depend on the name
  | 'rollout'
  | 'tombstone'
  | 'preview'
  | 'note'
  | 'audit'
  | 'site'
  | 'request'
  | 'pass';

/** A document without a trusted signature; the message names it and the reason. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** A document that no trusted key signed, not even one that this command lacks: a team's command does not have the operators' keys. */
export class Distrusted extends Untrusted {}

/** A document that a removed key or pipeline signed. */
export class RemovedSigner extends Distrusted {}

interface Signing {
  key: SigningKey;
  /** Context that the document lacks, such as the remote of a pointer. */
  about?: object;
  /** Identity that a release server signs for. */
  by?: Signature['by'];
}

export const createSignature = (
  kind: Kind,
  document: object,
  { key, about = {}, by }: Signing,
): Signature => ({
  key: key.id,
  value: key.sign(message({ kind, document, about, by })),
  ...(by && { by }),
});

/** Returns the id of the key that signed the document. Throws {@link Untrusted} for any other key. */
export function assertSigned({
  what,
  kind,
  document,
  keys,
  about = {},
}: {
  what: string;
  kind: Kind;
  document: { signature?: Signature | undefined };
  keys: readonly string[];
  about?: object | undefined;
}): string {
  const { signature } = document;
  if (!signature) throw new Untrusted(`${what} is not signed`);
  const key = keys.find((publicKey) => keyId(publicKey) === signature.key);
  if (!key)
    throw new Untrusted(`${what} is signed by the key ${signature.key}, which may not sign it`);
  if (!isSignedBy(key, message({ kind, document, about, by: signature.by }), signature.value))
    throw new Untrusted(
      `${what} has an invalid signature of the key ${signature.key}: it was modified, or the signature belongs to another document`,
    );
  return signature.key;
}

function message({
  kind,
  document,
  about,
  by,
}: {
  kind: Kind;
  document: object;
  about: object;
  by: Signature['by'];
}): Buffer {
  const { signature: _, ...signed } = document as { signature?: unknown };
  return Buffer.from(`carry-${kind}-v1\n${canonical({ ...about, ...signed, ...(by && { by }) })}`);
}
