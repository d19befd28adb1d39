import { createHash, randomBytes } from 'node:crypto';
import { MAX_PASSWORD } from '@carry/contracts/password';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), cost);

/** Stored for an account without a password; every comparison with it fails. */
export const NO_PASSWORD = '';

let decoy: Promise<string> | undefined;

/** Takes the same time with and without an account. */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(
    stored || (await decoy),
    password.slice(0, MAX_PASSWORD).normalize('NFKC'),
  );
  return matches && Boolean(stored);
}

export const newSecret = () => randomBytes(32).toString('base64url');

export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url');
