import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../db/open';
import { mailTokens } from '../db/schema';
import { digest, newSecret } from './secrets';

type Purpose = 'verify' | 'reset';
const LIFETIME_MS: Record<Purpose, number> = { verify: 48 * 3_600_000, reset: 3_600_000 };

/** A secret for a link in a mail; older ones for the same purpose stop working. */
export async function issueMailToken(db: Database, userId: number, purpose: Purpose, now: Date): Promise<string> {
  const secret = newSecret();
  await db
    .update(mailTokens)
    .set({ expiresAt: now })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
  await db
    .insert(mailTokens)
    .values({ tokenHash: digest(secret), userId, purpose, expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]) });
  return secret;
}

/** Uses a secret up; answers whose it was, or null when it is unknown, expired or used. */
export async function redeemMailToken(db: Database, secret: string, purpose: Purpose, now: Date): Promise<number | null> {
  const [row] = await db
    .update(mailTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(mailTokens.tokenHash, digest(secret)),
        eq(mailTokens.purpose, purpose),
        isNull(mailTokens.usedAt),
        gt(mailTokens.expiresAt, now),
      ),
    )
    .returning({ userId: mailTokens.userId });
  return row?.userId ?? null;
}

/** Whose a used secret was, so that a second click on a link can be told that all is well. */
export async function ownerOfUsedToken(db: Database, secret: string, purpose: Purpose): Promise<number | null> {
  const [row] = await db
    .select({ userId: mailTokens.userId, usedAt: mailTokens.usedAt })
    .from(mailTokens)
    .where(and(eq(mailTokens.tokenHash, digest(secret)), eq(mailTokens.purpose, purpose)));
  return row?.usedAt ? row.userId : null;
}
