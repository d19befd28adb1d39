import { and, eq, isNull, sql } from 'drizzle-orm';
import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { coaches, coachSlugs, users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import { issueMailToken } from '../accounts/mail-token';
import { revokeAccess } from '../accounts/mailbox-owner';
import { NO_PASSWORD } from '../accounts/passwords';
import { INVITATION_DAYS, type PasswordLink } from '../mail/first-steps';

const MAX_SLUG_NAME = 30;

export interface NewCoach {
  email: string;
  name: string;
  timeZone: string;
  description: string;
  games: string[];
}

/** Slug of a name without accents, such as "ada-kim"; with the id if another coach has or had it. */
async function chooseSlug(tx: Database, name: string, id: number): Promise<string> {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_NAME)
    .replace(/^-+|-+$/g, '');
  if (!slug) return `coach-${id}`;
  const [taken] = await tx.select().from(coachSlugs).where(eq(coachSlugs.slug, slug));
  return taken ? `${slug}-${id}` : slug;
}

/** Makes a member a coach, or creates an account. `passwordLink` lets the owner of an unproven account set a password. */
export async function createCoach(
  tx: Database,
  { email, ...profile }: NewCoach,
  now: Date,
): Promise<{ id: number; passwordLink?: PasswordLink }> {
  const [account] = await tx
    .select({ id: users.id, verifiedAt: users.verifiedAt })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
    .for('update');
  const isMember = account?.verifiedAt != null;
  if (account && !isMember) await revokeAccess(tx, account.id, now);
  const [user = account] = account
    ? []
    : await tx.insert(users).values({ email, passwordHash: NO_PASSWORD }).returning();
  const userId = user?.id ?? 0;
  const [coach] = await tx
    .insert(coaches)
    .values({ userId, ...profile })
    .returning({ id: coaches.id });
  if (!coach) throw new Error('the query returned no coach');
  const slug = await chooseSlug(tx, profile.name, coach.id);
  await tx.update(coaches).set({ slug }).where(eq(coaches.id, coach.id));
  if (isMember) return { id: coach.id };
  const lifetimeMs = INVITATION_DAYS * 86_400_000;
  const token = await issueMailToken(tx, { userId, purpose: 'reset', lifetimeMs }, now);
  return { id: coach.id, passwordLink: { uid: userId, token } };
}

/** Adds a game to the coach with this email address. Returns the coach's id; null without such a coach, or if the account is locked. */
export async function addGame(tx: Database, email: string, game: string): Promise<number | null> {
  const { games } = coaches;
  const [coach] = await tx
    .update(coaches)
    .set({
      games: sql`CASE WHEN ${game} = ANY(${games}) THEN ${games} ELSE array_append(${games}, ${game}) END`,
    })
    .from(users)
    .where(
      and(
        eq(users.id, coaches.userId),
        eq(sql`lower(${users.email})`, email),
        isNull(users.lockedAt),
      ),
    )
    .returning({ id: coaches.id });
  return coach?.id ?? null;
}

export function refuseSecondCoach(error: unknown): never {
  throw isUniqueViolation(error) ? new Problem(409, 'This member is already a coach.') : error;
}
