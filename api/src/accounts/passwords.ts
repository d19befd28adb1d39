import { hash, verify } from '@node-rs/argon2';

/** OWASP's floor for argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LONGEST = 1024;

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), cost);

let decoy: Promise<string> | undefined;

/** Compares in the same time whether or not there is an account. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await decoy), password.slice(0, LONGEST).normalize('NFKC'));
  return matches && stored !== undefined;
}

/** The specification's rule: 8 characters, a digit and one of ! @ # $ % ^ & * ? */
export const isStrong = (password: string) =>
  password.length >= 8 && password.length <= LONGEST && /\d/.test(password) && /[!@#$%^&*?]/.test(password);

export const WEAK_PASSWORD = 'Password must be at least 8 characters and include a number and special character.';
