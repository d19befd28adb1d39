import type { Signature } from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { isSignedBy, keyId, type SigningKey } from './keys';

/** What is signed: a signature of one kind of document is worth nothing on another. */
export type Kind =
  | 'release'
  | 'pointer'
  | 'verdict'
  | 'tombstone'
  | 'preview'
  | 'site'
  | 'request'
  | 'pass';

/** A document that nobody who may has signed; the message says which and why, in one sentence. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/**
 * Signs a document; `about` says what it is about where the document does not, such as the remote of a pointer, `by` for whom a
 * release server signs.
 */
export const signatureOf = (
  kind: Kind,
  document: object,
  key: SigningKey,
  about: object = {},
  by?: Signature['by'],
): Signature => ({
  key: key.id,
  value: key.sign(message(kind, document, about, by)),
  ...(by && { by }),
});

/** Throws {@link Untrusted} unless one of the keys has signed the document; answers the id of the key. */
export function assertSigned(
  what: string,
  kind: Kind,
  document: { signature?: Signature | undefined },
  keys: readonly string[],
  about: object = {},
): string {
  const { signature } = document;
  if (!signature) throw new Untrusted(`${what} is not signed`);
  const key = keys.find((known) => keyId(known) === signature.key);
  if (!key)
    throw new Untrusted(`${what} is signed by the key ${signature.key}, which may not sign it`);
  if (!isSignedBy(key, message(kind, document, about, signature.by), signature.value))
    throw new Untrusted(
      `${what} is not what the key ${signature.key} signed: it was changed, or the signature is of something else`,
    );
  return signature.key;
}

function message(kind: Kind, document: object, about: object, by: Signature['by']): Buffer {
  const { signature: _, ...signed } = document as { signature?: unknown };
  return Buffer.from(`carry-${kind}-v1\n${canonical({ ...about, ...signed, ...(by && { by }) })}`);
}
