import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';

const PREFIX = 'ed25519:';
const PUBLIC_BYTES = 32;
/** What stands before the 32 bytes of a public key in SubjectPublicKeyInfo (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** An Ed25519 key that signs. */
export interface SigningKey {
  /** Names the key: the beginning of its public part's hash. */
  id: string;
  /** `ed25519:` and 32 bytes in base64. */
  publicKey: string;
  /** Whose it is for one run, where the token of a pipeline stands for it. */
  holder?: string;
  sign(message: Buffer): string;
}

/** Whether a text is a public key: `ed25519:` and 32 bytes in base64. */
export const isPublicKey = (text: string): boolean =>
  text.startsWith(PREFIX) &&
  Buffer.from(text.slice(PREFIX.length), 'base64').length === PUBLIC_BYTES &&
  publicText(keyFrom(text)) === text;

/** Names a public key: 16 hex digits of the SHA-256 of its bytes. */
export const keyId = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey.slice(PREFIX.length), 'base64'))
    .digest('hex')
    .slice(0, 16);

/** A new key: its private part as PEM (PKCS 8). */
export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Reads a private key in PEM; throws one sentence where it is not one, or not Ed25519. */
export function readSigningKey(pem: string): SigningKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n')); // in a variable of a pipeline, lines are often written so
  } catch (cause) {
    throw new Error('the signing key cannot be read: it is not a private key in PEM', { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`the signing key is ${key.asymmetricKeyType}, not ed25519`);
  const publicKey = publicText(createPublicKey(key));
  return {
    id: keyId(publicKey),
    publicKey,
    sign: (message) => sign(null, message, key).toString('base64'),
  };
}

/** The text of the file that a variable names; throws one sentence where it cannot be read. */
export function readKeyFile(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      code === 'ENOENT'
        ? `${variable} names ${file}, and there is no such file; make a key with 'releases key new --out ${file}'`
        : `${variable} names ${file}, which cannot be read (${code})`,
      { cause },
    );
  }
}

/** Whether a signature of a message was made by the private part of this public key. */
export const isSignedBy = (publicKey: string, message: Buffer, signature: string): boolean =>
  verify(null, message, keyFrom(publicKey), Buffer.from(signature, 'base64'));

const keyFrom = (text: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(text.slice(PREFIX.length), 'base64')]),
    format: 'der',
    type: 'spki',
  });

const publicText = (key: KeyObject): string =>
  PREFIX + key.export({ type: 'spki', format: 'der' }).subarray(SPKI.length).toString('base64');
