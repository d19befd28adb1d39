import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, lt } from 'drizzle-orm';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { operatorRecoveryCodes, operators } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { digest } from '../accounts/passwords';

type Operator = typeof operators.$inferSelect;

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Accepted steps before and after the current one, for clocks that differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 80 bits, so that a plain hash cannot be reversed. */
const RECOVERY_BYTES = 10;

const getKey = (secret: string) =>
  createHash('sha256').update(`carry second factor ${secret}`).digest();

export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32;

/** Encrypts a secret with a key from JWT_SECRET: a stolen backup is not enough. */
export const encryptSecret = ({ jwtSecret }: ApiConfig, secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(getKey(jwtSecret));

async function decryptSecret(
  { jwtSecret, jwtSecretBefore }: ApiConfig,
  stored: string,
): Promise<string | null> {
  for (const secret of [jwtSecret, jwtSecretBefore].filter(Boolean)) {
    const opened = await compactDecrypt(stored, getKey(secret)).catch(() => null);
    if (opened) return new TextDecoder().decode(opened.plaintext);
  }
  return null;
}

export const totpUrl = (issuer: string, label: string, secret: string): string =>
  new TOTP({ issuer, label, secret }).toString();

/** Accepts a code once: the step of an accepted code only grows, so repeated ones fail. Throws 409 if it cannot decrypt the secret. */
export async function acceptCode(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  { userId, secret: stored }: Operator,
  code: string,
): Promise<boolean> {
  const secret = stored && (await decryptSecret(config, stored));
  if (!secret)
    throw new Problem(
      409,
      "Your second factor doesn't work anymore. Ask another operator to reset it.",
    );
  const timestamp = now().getTime();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / STEP_MS) + delta;
  const accepted = await db
    .update(operators)
    .set({ lastStep: step, secret: await encryptSecret(config, secret) }) // moves it to the current key
    .where(
      and(
        eq(operators.userId, userId),
        eq(operators.secret, stored), // no concurrent reset
        lt(operators.lastStep, step),
      ),
    )
    .returning({ id: operators.userId });
  return accepted.length > 0;
}

const normalize = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** Creates recovery codes, which replace earlier ones. The database has their hashes only. */
export async function createRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (
      new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.match(
        /.{4}/g,
      ) ?? []
    ).join('-'),
  );
  await tx.delete(operatorRecoveryCodes).where(eq(operatorRecoveryCodes.userId, userId));
  await tx
    .insert(operatorRecoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: digest(normalize(code)) })));
  return codes;
}

export async function useRecoveryCode(
  db: Database,
  userId: number,
  code: string,
): Promise<boolean> {
  const used = await db
    .delete(operatorRecoveryCodes)
    .where(
      and(
        eq(operatorRecoveryCodes.userId, userId),
        eq(operatorRecoveryCodes.codeHash, digest(normalize(code))),
      ),
    )
    .returning({ hash: operatorRecoveryCodes.codeHash });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [tally] = await db
    .select({ number: count() })
    .from(operatorRecoveryCodes)
    .where(eq(operatorRecoveryCodes.userId, userId));
  return tally?.number ?? 0;
}
