import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { MAX_CHAT_NAME } from './discord';

/** What stands before the 32 bytes of an Ed25519 key in its DER form. */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether the chat service signed this body; `publicKey` in hex, empty: nothing is signed. */
export function isSigned(
  publicKey: string,
  signature: string,
  timestamp: string,
  body: string,
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

/** The part of an interaction that the bot reads: a ping, or a command with its options. */
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
/** Seen by the one who ran the command only. */
const EPHEMERAL = 64;

export const pong = () => PONG;
export const reply = (content: string) => ({ type: 4, data: { content, flags: EPHEMERAL } });
