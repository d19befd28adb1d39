import { z } from 'zod';

/** Ed25519 public key: `ed25519:` and 32 bytes in base64. */
export const publicKey = z
  .string()
  .regex(/^ed25519:[A-Za-z0-9+/]{43}=$/, 'is not a public key such as `releases key new` prints');

/** True if a URL may identify an issuer: https, or this machine. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

export const issuer = z.string().max(200).refine(isIssuer, 'is not an issuer: an https address');

/** Pipeline whose OpenID Connect token may replace a team key. */
export const identity = z.object({
  issuer,
  audience: z.string().min(1).max(200),
  /** Required claims, such as the repository; without any, every client of the issuer could ship. */
  claims: z
    .record(z.string().min(1).max(100), z.string().min(1).max(300))
    .refine((claims) => Object.keys(claims).length > 0, 'needs a claim, such as the repository'),
});
export type Identity = z.infer<typeof identity>;
