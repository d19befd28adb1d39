import { eq } from 'drizzle-orm';
import type { Database } from '../db/open';
import { coaches } from '../db/schema';
import { notFound } from '../http/problem';

type Coach = typeof coaches.$inferSelect;

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
