import { and, eq, gt } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { operatorAudit, operatorSessions, operators } from '../../core/db/schema';
import { Problem, unauthorized } from '../../core/errors/problem';

const SESSION_MS = 2 * 3_600_000;

export async function requireOperator(
  db: Database,
  userId: number,
): Promise<typeof operators.$inferSelect> {
  const [operator] = await db.select().from(operators).where(eq(operators.userId, userId));
  if (!operator) throw new Problem(403, 'This account is not an operator.');
  return operator;
}

export async function findSession(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  family: string | null,
): Promise<Date | null> {
  if (family === null) return null;
  const [session] = await db
    .select({ expiresAt: operatorSessions.expiresAt })
    .from(operatorSessions)
    .where(
      and(
        eq(operatorSessions.family, family),
        eq(operatorSessions.userId, userId),
        gt(operatorSessions.expiresAt, now()),
      ),
    );
  return session?.expiresAt ?? null;
}

type OwnAction = 'open console' | 'set up second factor' | 'renew recovery codes';

export async function recordOwn(
  db: Database,
  { userId, action }: { userId: number; action: OwnAction },
  now: Date,
): Promise<void> {
  const who = `account ${userId}`;
  await db.insert(operatorAudit).values({ at: now, who, userId, action, status: 200 });
}

interface NewSession {
  userId: number;
  family: string | null;
  action: Extract<OwnAction, 'open console' | 'set up second factor'>;
}

/** Opens or renews the operator session of an account's session, with which it ends, and records that. */
export async function startSession(
  db: Database,
  { userId, family, action }: NewSession,
  now: Date,
): Promise<void> {
  if (family === null) throw unauthorized();
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  await recordOwn(db, { userId, action }, now);
  await db
    .insert(operatorSessions)
    .values({ family, userId, expiresAt })
    .onConflictDoUpdate({ target: operatorSessions.family, set: { userId, expiresAt } });
}

export const endSession = (db: Database, family: string | null) =>
  family === null
    ? Promise.resolve()
    : db.delete(operatorSessions).where(eq(operatorSessions.family, family));
