import { and, eq, isNotNull, isNull, type Placeholder } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { coaches, coachListings, users } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';

type Coach = typeof coaches.$inferSelect;

export const isActive = and(isNull(users.lockedAt), isNull(users.deletedAt));

export const isPublicCoach = (id: number | Placeholder) => and(eq(coaches.id, id), isActive);

export const isListed = and(isActive, isNotNull(coachListings.priceCents));

export async function publicCoach(db: Database, id: number): Promise<Coach | null> {
  const [coach] = await db
    .select({ coach: coaches })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isPublicCoach(id));
  return coach?.coach ?? null;
}

/** Profile of a user who is a coach; throws 404 for others. */
export async function ownCoach(db: Database, userId: number): Promise<Coach> {
  const [coach] = await db.select().from(coaches).where(eq(coaches.userId, userId));
  if (!coach) throw notFound();
  return coach;
}

/** Like {@link ownCoach}, with the row locked. Orders lock the same row. */
export async function lockOwnCoach(tx: Database, userId: number): Promise<Coach> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.userId, userId)).for('update');
  if (!coach) throw notFound();
  return coach;
}

export const publicPage = ({ id, slug }: Pick<Coach, 'id' | 'slug'>): string =>
  slug ? `/coaches/${slug}` : `/booking/${id}`;
