import { createHash, randomBytes } from 'node:crypto';
import { keyId, type SigningKey } from './keys';
import { assertSigned, signatureOf, Untrusted } from './signature';

/** How far the clocks of a sender and a release server may be apart. */
export const MAX_SKEW_MS = 5 * 60_000;
const NONCE = /^[a-f0-9]{32}$/;

export interface SignedParts {
  method: string;
  /** With its query. */
  path: string;
  body: Buffer;
}

const claim = ({ method, path, body }: SignedParts, at: string, nonce: string) => ({
  method,
  path,
  body: createHash('sha256').update(body).digest('hex'),
  at,
  nonce,
});

/** The headers that say who sends a request, and that it is this one. */
export function signRequest(
  parts: SignedParts,
  key: SigningKey,
  now = new Date(),
): Record<string, string> {
  const at = now.toISOString();
  const nonce = randomBytes(16).toString('hex');
  const { value } = signatureOf('request', claim(parts, at, nonce), key);
  return { 'carry-key': key.id, 'carry-at': at, 'carry-nonce': nonce, 'carry-signature': value };
}

/** Remembers which requests came, for as long as their time is accepted. */
export class Nonces {
  private readonly seen = new Map<string, number>();

  /** False for one that came before. */
  accept(nonce: string, now: number): boolean {
    for (const [old, until] of this.seen) {
      if (until > now) break; // in the order of their coming
      this.seen.delete(old);
    }
    if (this.seen.has(nonce)) return false;
    this.seen.set(nonce, now + 2 * MAX_SKEW_MS);
    return true;
  }
}

/** The id of the key that sent a request; throws {@link Untrusted} where none of the keys did, now, for the first time. */
export function assertSender(
  parts: SignedParts,
  headers: (name: string) => string | undefined,
  keys: readonly string[],
  nonces: Nonces,
  now = new Date(),
): string {
  const [key = '', at = '', nonce = '', value = ''] = ['key', 'at', 'nonce', 'signature'].map(
    (name) => headers(`carry-${name}`),
  );
  if (!keys.some((known) => keyId(known) === key))
    throw new Untrusted(key ? `nobody here knows the key ${key}` : 'the request is not signed');
  if (!NONCE.test(nonce)) throw new Untrusted('the request has no nonce of 32 hex digits');
  assertSigned(
    'the request',
    'request',
    { ...claim(parts, at, nonce), signature: { key, value } },
    keys,
  );
  const skew = Math.abs(now.getTime() - Date.parse(at));
  if (!(skew <= MAX_SKEW_MS))
    throw new Untrusted(
      `the request says it is ${at}, here it is ${now.toISOString()}; set the clock of the sender`,
    );
  if (!nonces.accept(nonce, now.getTime()))
    throw new Untrusted('this request came before; it was not carried out again');
  return key;
}
