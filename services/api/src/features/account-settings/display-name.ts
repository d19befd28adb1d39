import { eq } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { chatAccounts, users } from '../../core/db/schema';
import type { Handler } from '../../core/http/handler';
import { studentName } from '../people/parties';

export async function getDisplayName(db: Database, userId: number) {
  const [user] = await db
    .select({ name: studentName, chosen: users.displayName })
    .from(users)
    .leftJoin(chatAccounts, eq(chatAccounts.userId, users.id))
    .where(eq(users.id, userId));
  return { name: user?.name ?? '', chosen: user?.chosen != null };
}

export const setDisplayName: Handler<'POST /api/account/display-name/'> = async (
  { db },
  { userId, body },
) => {
  await db
    .update(users)
    .set({ displayName: body.name || null })
    .where(eq(users.id, userId));
  return getDisplayName(db, userId);
};
