import { createHash, randomBytes } from 'node:crypto';
import { keyId, type SigningKey } from './keys';
import { assertSigned, createSignature, Untrusted } from './signature';

export const MAX_SKEW_MS = 5 * 60_000;
const NONCE = /^[a-f0-9]{32}$/;

export interface RequestHead {
  method: string;
  path: string;
  /** Host (and port) of the release server. */
  audience: string;
  /** SHA-256 of the body, in hex, so that the sender is verified before the body is read. */
  digest: string;
}

export const hashBody = (body: Buffer) => createHash('sha256').update(body).digest('hex');

const claim = ({ method, audience, path, digest }: RequestHead, at: string, nonce: string) => ({
  method,
  audience,
  path,
  body: digest,
  at,
  nonce,
});

export function signRequest(
  { method, path, audience, body }: Omit<RequestHead, 'digest'> & { body: Buffer },
  key: SigningKey,
  now = new Date(),
): Record<string, string> {
  const at = now.toISOString();
  const nonce = randomBytes(16).toString('hex');
  const digest = hashBody(body);
  const { value } = createSignature(
    'request',
    claim({ method, path, audience, digest }, at, nonce),
    {
      key,
    },
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

export interface SeenRequests {
  /** Returns false for a replayed nonce. */
  accept(nonce: string, now: number): boolean;
}

/** Replay protection in memory, for as long as the timestamps are accepted. */
export class Nonces implements SeenRequests {
  private readonly seen = new Map<string, number>();

  accept(nonce: string, now: number): boolean {
    for (const [old, until] of this.seen) {
      if (until > now) break; // in the order of arrival
      this.seen.delete(old);
    }
    if (this.seen.has(nonce)) return false;
    this.seen.set(nonce, now + 2 * MAX_SKEW_MS);
    return true;
  }
}

/** Returns the id of the key that signed a request. Throws {@link Untrusted} for an unknown key, a stale request and a replay. */
export function assertSender(
  { head, header }: { head: RequestHead; header(name: string): string | undefined },
  { keys, nonces, now }: { keys: readonly string[]; nonces: SeenRequests; now: Date },
): string {
  const [key = '', at = '', nonce = '', value = ''] = ['key', 'at', 'nonce', 'signature'].map(
    (name) => header(`carry-${name}`),
  );
  if (!keys.some((publicKey) => keyId(publicKey) === key))
    throw new Untrusted(
      key
        ? `unknown key ${key}: no team of this site has it; send its public part to the site's operator`
        : 'the request is not signed',
    );
  if (!NONCE.test(nonce)) throw new Untrusted('the request has no nonce of 32 hex digits');
  assertSigned({
    what: 'the request',
    kind: 'request',
    document: { ...claim(head, at, nonce), signature: { key, value } },
    keys,
  });
  const skew = Math.abs(now.getTime() - Date.parse(at));
  if (!(skew <= MAX_SKEW_MS))
    throw new Untrusted(
      `the request's time is ${at}, the server's is ${now.toISOString()}; correct the sender's clock`,
    );
  if (!nonces.accept(nonce, now.getTime()))
    throw new Untrusted('replayed request rejected; it was carried out before');
  return key;
}
