import { z } from 'zod';

/** An Ed25519 key that signs releases: `ed25519:` and its 32 public bytes in base64. */
export const publicKey = z
  .string()
  .regex(/^ed25519:[A-Za-z0-9+/]{43}=$/, 'is not a public key such as `releases key new` prints');

/** Whether an address may say who somebody is: over https, or on this very machine. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** A pipeline whose OpenID Connect token may stand for a key of its team. */
export const identity = z.object({
  /** Whoever gives the tokens, as they name it. */
  issuer: z.string().max(200).refine(isIssuer, 'is not an issuer: an https address'),
  /** Whom they must be made for: the address of the release server. */
  audience: z.string().min(1).max(200),
  /** What they must say, such as the repository; with nothing here, everybody at the issuer could ship. */
  claims: z
    .record(z.string().min(1).max(100), z.string().min(1).max(300))
    .refine((claims) => Object.keys(claims).length > 0, 'needs a claim, such as the repository'),
});
export type Identity = z.infer<typeof identity>;
