import { and, eq, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { users } from '../../core/db/schema';
import { Problem, unauthorized } from '../../core/errors/problem';
import { passwordMatches } from './passwords';
import { attemptConfirmation } from './rate-limits';

/** The account of a signed-in user who has proved once more that it is theirs; throws 403 for a wrong password, 429 after too many. */
export async function confirmOwner(
  { db, now }: Dependencies,
  userId: number,
  password: string,
): Promise<typeof users.$inferSelect> {
  const counted = await attemptConfirmation(db, now(), userId);
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!user) throw unauthorized();
  if (!(await passwordMatches(user.passwordHash, password)))
    throw new Problem(403, 'The password is not right.');
  await counted.forgive();
  return user;
}
