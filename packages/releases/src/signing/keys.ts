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
/** Prefix of the 32 bytes of a public key in SubjectPublicKeyInfo (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export interface SigningKey {
  /** First hex digits of the public key's hash. */
  id: string;
  publicKey: string;
  /** Name of the pipeline, if the key is made for one run. */
  holder?: string;
  sign(message: Buffer): string;
}

export const isPublicKey = (text: string): boolean =>
  text.startsWith(PREFIX) &&
  Buffer.from(text.slice(PREFIX.length), 'base64').length === PUBLIC_BYTES &&
  publicText(keyFrom(text)) === text;

export const keyId = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey.slice(PREFIX.length), 'base64'))
    .digest('hex')
    .slice(0, 16);

export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Reads a private key in PEM. Throws if it is malformed or not Ed25519. */
export function readSigningKey(pem: string): SigningKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n')); // pipelines often escape the line breaks of a variable
  } catch (cause) {
    throw new Error('not a private key in PEM', { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`a private key of ${key.asymmetricKeyType}, not ed25519`);
  const publicKey = publicText(createPublicKey(key));
  return {
    id: keyId(publicKey),
    publicKey,
    sign: (message) => sign(null, message, key).toString('base64'),
  };
}

/** Reads the private key of a variable, which is PEM or the path of a file. Throws if it is missing or invalid. */
export function readKey(variable: string, text: string): SigningKey {
  if (text.startsWith(PREFIX))
    throw new Error(
      `${variable} is a public key; set it to the private one: the file that 'releases key new' wrote`,
    );
  const isFile = !text.startsWith('-----');
  const pem = isFile ? readKeyFile(variable, text) : text;
  try {
    return readSigningKey(pem);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${variable} is ${isFile ? `${text}, which is ` : ''}${message}`, { cause });
  }
}

function readKeyFile(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      code === 'ENOENT'
        ? `${variable} is ${file}, which does not exist; create a key with 'releases key new --out ${file}'`
        : `${variable} is ${file}, which cannot be read (${code})`,
      { cause },
    );
  }
}

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
