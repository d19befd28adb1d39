import { createHash, randomBytes } from 'node:crypto';

/** A secret that fits in a URL: 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** How a secret is stored. */
export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url');
