import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { mailTokens } from '../../core/db/schema';
import { supersedeMails } from '../mail/delayed-mails';
import type { Mail } from '../mail/outbox';
import { digest, newSecret } from './passwords';

type Purpose = 'verify' | 'reset' | 'change';
const LIFETIME_MS: Record<Purpose, number> = {
  verify: 48 * 3_600_000,
  reset: 3_600_000,
  change: 48 * 3_600_000,
};

interface Link {
  userId: number;
  purpose: Purpose;
}

const linkTopic = ({ userId, purpose }: Link) => `${purpose} link of user ${userId}`;

/** Discards a mail that still waits when its link expires. */
export const withExpiry = (mail: Mail, link: Link, now: Date): Mail => ({
  ...mail,
  topic: linkTopic(link),
  discardAfter: new Date(now.getTime() + LIFETIME_MS[link.purpose]),
});

/** Creates a secret for a link; earlier links for the same purpose expire. */
export async function issueMailToken(
  db: Database,
  {
    userId,
    purpose,
    address,
    lifetimeMs = LIFETIME_MS[purpose],
  }: Link & { address?: string; lifetimeMs?: number },
  now: Date,
): Promise<string> {
  const secret = newSecret();
  await expireMailTokens(db, { userId, purposes: [purpose] }, now);
  await db.insert(mailTokens).values({
    tokenHash: digest(secret),
    userId,
    purpose,
    address,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  return secret;
}

/** Ends links and discards unsent mails with them. */
export async function expireMailTokens(
  db: Database,
  { userId, purposes }: { userId: number; purposes: Purpose[] },
  now: Date,
): Promise<void> {
  const topics = purposes.map((purpose) => linkTopic({ userId, purpose }));
  await supersedeMails(db, topics, { from: now });
  await db
    .update(mailTokens)
    .set({ expiresAt: now })
    .where(
      and(
        eq(mailTokens.userId, userId),
        inArray(mailTokens.purpose, purposes),
        isNull(mailTokens.usedAt),
        gt(mailTokens.expiresAt, now),
      ),
    );
}

export interface MailLink {
  secret: string;
  purposes: Purpose[];
}

const isUnused = ({ secret, purposes }: MailLink, now: Date) =>
  and(
    eq(mailTokens.tokenHash, digest(secret)),
    inArray(mailTokens.purpose, purposes),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now),
  );

export async function findMailLink(
  db: Database,
  link: MailLink,
  now: Date,
): Promise<{ userId: number; purpose: Purpose } | null> {
  const [row] = await db
    .select({ userId: mailTokens.userId, purpose: mailTokens.purpose })
    .from(mailTokens)
    .where(isUnused(link, now));
  return row ?? null;
}

export async function redeemMailToken(
  db: Database,
  { secret, purpose }: { secret: string; purpose: Purpose },
  now: Date,
): Promise<number | null> {
  return (await redeem(db, { secret, purposes: [purpose] }, now))?.userId ?? null;
}

export async function redeemChange(
  db: Database,
  secret: string,
  now: Date,
): Promise<{ userId: number; address: string } | null> {
  const row = await redeem(db, { secret, purposes: ['change'] }, now);
  return row?.address ? { userId: row.userId, address: row.address } : null;
}

async function redeem(db: Database, link: MailLink, now: Date) {
  const [row] = await db
    .update(mailTokens)
    .set({ usedAt: now })
    .where(isUnused(link, now))
    .returning({ userId: mailTokens.userId, address: mailTokens.address });
  return row;
}

/** Returns the account of a used link, so that a second click or a repeated request succeeds; null for other links. */
export async function findUsedLink(
  db: Database,
  { secret, purposes }: MailLink,
): Promise<number | null> {
  const used = and(
    eq(mailTokens.tokenHash, digest(secret)),
    inArray(mailTokens.purpose, purposes),
    isNotNull(mailTokens.usedAt),
  );
  const [row] = await db.select({ userId: mailTokens.userId }).from(mailTokens).where(used);
  return row?.userId ?? null;
}
