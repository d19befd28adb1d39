import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { MAX_CHAT_NAME } from './discord';

/** DER prefix of a 32-byte Ed25519 public key. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

interface SignedRequest {
  signature: string;
  timestamp: string;
  body: string;
}

/** Verifies the chat service's signature; an empty `publicKey` (hex) rejects everything. */
export function isSigned(
  publicKey: string,
  { signature, timestamp, body }: SignedRequest,
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(publicKey) || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const key = createPublicKey({
    key: Buffer.concat([KEY_PREFIX, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(timestamp + body), key, Buffer.from(signature, 'hex'));
}

const user = z.object({
  id: z.string().max(40),
  username: z.string().transform((name) => name.slice(0, MAX_CHAT_NAME)),
});

export const interaction = z.object({
  type: z.number(),
  data: z
    .object({
      name: z.string(),
      options: z.array(z.object({ name: z.string(), value: z.unknown() })).optional(),
    })
    .optional(),
  member: z.object({ user }).optional(),
  user: user.optional(),
});

const PONG = { type: 1 };
/** Only the user who ran the command sees the reply. */
const EPHEMERAL = 64;

export const pong = () => PONG;
export const reply = (content: string) => ({ type: 4, data: { content, flags: EPHEMERAL } });
