import { createHash, randomBytes } from 'node:crypto';

/** Creates a URL-safe secret of 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url');

export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url');
