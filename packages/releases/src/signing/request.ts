import { createHash, randomBytes } from 'node:crypto';
import { keyId, type SigningKey } from './keys';
import { assertSigned, signatureOf, Untrusted } from './signature';

/** How far the clocks of a sender and a release server may be apart. */
export const MAX_SKEW_MS = 5 * 60_000;
const NONCE = /^[a-f0-9]{32}$/;

/** What a signature covers of a request. */
export interface RequestHead {
  method: string;
  /** With its query. */
  path: string;
  /** Host (and port) of the release server that it is for. */
  audience: string;
  /** SHA-256 of the body, in hex: who sends is known before a byte of it is kept. */
  digest: string;
}

export const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex');

const claim = ({ method, audience, path, digest }: RequestHead, at: string, nonce: string) => ({
  method,
  audience,
  path,
  body: digest,
  at,
  nonce,
});

/** The headers that say who sends a request, and that it is this one. */
export function signRequest(
  { method, path, audience, body }: Omit<RequestHead, 'digest'> & { body: Buffer },
  key: SigningKey,
  now = new Date(),
): Record<string, string> {
  const at = now.toISOString();
  const nonce = randomBytes(16).toString('hex');
  const digest = digestOf(body);
  const { value } = signatureOf(
    'request',
    claim({ method, path, audience, digest }, at, nonce),
    key,
  );
  return {
    'carry-key': key.id,
    'carry-at': at,
    'carry-audience': audience,
    'carry-nonce': nonce,
    'carry-digest': digest,
    'carry-signature': value,
  };
}

/** What remembers which requests came. */
export interface SeenRequests {
  /** False for one that came before. */
  accept(nonce: string, now: number): boolean;
}

/** Remembers in memory which requests came, for as long as their time is accepted. */
export class Nonces implements SeenRequests {
  private readonly seen = new Map<string, number>();

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
  head: RequestHead,
  headers: (name: string) => string | undefined,
  keys: readonly string[],
  nonces: SeenRequests,
  now = new Date(),
): string {
  const [key = '', at = '', nonce = '', value = ''] = ['key', 'at', 'nonce', 'signature'].map(
    (name) => headers(`carry-${name}`),
  );
  if (!keys.some((known) => keyId(known) === key))
    throw new Untrusted(key ? `the key ${key} is unknown here` : 'the request is not signed');
  if (!NONCE.test(nonce)) throw new Untrusted('the request has no nonce of 32 hex digits');
  assertSigned(
    'the request',
    'request',
    { ...claim(head, at, nonce), signature: { key, value } },
    keys,
  );
  const skew = Math.abs(now.getTime() - Date.parse(at));
  if (!(skew <= MAX_SKEW_MS))
    throw new Untrusted(
      `the request is dated ${at}, but here it is ${now.toISOString()}; set the clock of the sender`,
    );
  if (!nonces.accept(nonce, now.getTime()))
    throw new Untrusted('this request came before; it was not carried out again');
  return key;
}
