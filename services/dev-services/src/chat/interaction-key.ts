import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** What stands before the 32 bytes of an Ed25519 key in its DER form. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKey = (seed: string) =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });

/** The signature of an interaction, in hex. `seed`: 32 bytes in hex. */
export const signInteraction = (seed: string, text: string) =>
  sign(null, Buffer.from(text), privateKey(seed)).toString('hex');

/** The public key of a seed, in hex, as the application's settings show it. */
export const interactionPublicKey = (seed: string) =>
  createPublicKey(privateKey(seed))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex');
