import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { operatorRecoveryCodes, operatorSessions, operators, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { type Handler, type Handlers, Reply } from '../../core/http/handler';
import { MAX_LISTED } from './search';

const list: Handler<'GET /api/operator/operators/'> = async ({ db, metrics }, { context }) => {
  const rows = await db
    .select({ operator: operators, email: users.email })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(desc(operators.addedAt), desc(operators.userId))
    .limit(MAX_LISTED + 1);
  if (rows.length > MAX_LISTED) metrics.reportCut('operators', MAX_LISTED);
  const newest = rows.slice(0, MAX_LISTED).reverse();
  return newest.map(({ operator: { userId, addedAt, confirmedAt }, email }) => ({
    id: userId,
    email,
    since: addedAt.toISOString(),
    enrolled: confirmedAt !== null,
    own: context.get('operatorId') === userId,
  }));
};

const add: Handler<'POST /api/operator/operators/'> = async ({ db, now }, { body: { email } }) => {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, email),
        isNotNull(users.verifiedAt),
        isNull(users.deletedAt),
      ),
    );
  if (!user)
    throw new Problem(409, 'No account has this verified address. Register it on the site first.');
  await db.insert(operators).values({ userId: user.id, addedAt: now() }).onConflictDoNothing();
  return new Reply(201, { id: user.id });
};

/** Rejects changes to one's own operator role or second factor. */
export function refuseOwn(context: Context, id: number, instead: string): void {
  if (context.get('operatorId') === id)
    throw new Problem(409, `You can't do this to your own account. ${instead}`);
}

const remove: Handler<'POST /api/operator/operators/{id}/remove/'> = async (
  { db },
  { params, context },
) => {
  refuseOwn(context, params.id, 'Ask another operator.');
  const removed = await db
    .delete(operators)
    .where(eq(operators.userId, params.id))
    .returning({ id: operators.userId });
  if (removed.length === 0) throw notFound();
  return { detail: 'No longer an operator' };
};

const reset: Handler<'POST /api/operator/operators/{id}/reset/'> = async (
  { db },
  { params: { id }, context },
) => {
  refuseOwn(context, id, 'Use a recovery code, or ask another operator.');
  return transact(db, async (tx) => {
    const changed = await tx
      .update(operators)
      .set({ secret: null, confirmedAt: null, lastStep: 0 })
      .where(eq(operators.userId, id))
      .returning({ id: operators.userId });
    if (changed.length === 0) throw notFound();
    await tx.delete(operatorSessions).where(eq(operatorSessions.userId, id));
    await tx.delete(operatorRecoveryCodes).where(eq(operatorRecoveryCodes.userId, id));
    return { detail: 'The second factor is removed; the next visit sets up another one' };
  });
};

export const operatorRoleHandlers = {
  'GET /api/operator/operators/': list,
  'POST /api/operator/operators/': add,
  'POST /api/operator/operators/{id}/remove/': remove,
  'POST /api/operator/operators/{id}/reset/': reset,
} satisfies Partial<Handlers>;
