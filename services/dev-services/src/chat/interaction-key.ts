import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** DER prefix (PKCS #8) of a 32-byte Ed25519 private key. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (seed: string) =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });

/** Returns the signature of an interaction in hex. `seed`: 32 bytes in hex. */
export const signInteraction = (seed: string, text: string) =>
  sign(null, Buffer.from(text), privateKey(seed)).toString('hex');

/** Returns a seed's public key in hex, the format of `DISCORD_PUBLIC_KEY`. */
export const interactionPublicKey = (seed: string) =>
  createPublicKey(privateKey(seed))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex');
