import { and, eq, isNull, type Placeholder } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { coaches, users } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';

type Coach = typeof coaches.$inferSelect;

/** Of coaches joined with their users: the one with this id, whom the operator has not locked. */
export const isPublicCoach = (id: number | Placeholder) =>
  and(eq(coaches.id, id), isNull(users.lockedAt));

/** A coach as visitors have them: whom the operator has locked they do not see; null for that one, and where there is none. */
export async function publicCoach(db: Database, id: number): Promise<Coach | null> {
  const [found] = await db
    .select({ coach: coaches })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isPublicCoach(id));
  return found?.coach ?? null;
}

/** The profile of a user who teaches; throws 404 for anybody else. */
export async function ownCoach(db: Database, userId: number): Promise<Coach> {
  const [coach] = await db.select().from(coaches).where(eq(coaches.userId, userId));
  if (!coach) throw notFound();
  return coach;
}

/** The same, so that nobody orders while it is changed: orders of a coach lock the same row. */
export async function lockOwnCoach(tx: Database, userId: number): Promise<Coach> {
  const [coach] = await tx.select().from(coaches).where(eq(coaches.userId, userId)).for('update');
  if (!coach) throw notFound();
  return coach;
}
