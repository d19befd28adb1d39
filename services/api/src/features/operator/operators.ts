import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { operatorRecoveryCodes, operatorSessions, operators, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { type Handler, type Handlers, Reply } from '../../core/http/handler';
import { requireOwnCode } from './code-check';
import { mailOperators } from './operator-mails';
import { MAX_LISTED } from './search';

const list: Handler<'GET /api/operator/operators/'> = async ({ db, metrics }, { context }) => {
  const rows = await db
    .select({
      operator: operators,
      // a join would read all users
      email: sql<string>`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${operators.userId})`,
    })
    .from(operators)
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

const add: Handler<'POST /api/operator/operators/'> = async (
  deps,
  { body: { email, code }, context },
) => {
  const { db, now } = deps;
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
  await requireOwnCode(deps, context, code);
  await transact(db, async (tx) => {
    const added = await tx
      .insert(operators)
      .values({ userId: user.id, addedAt: now() })
      .onConflictDoNothing()
      .returning({ id: operators.userId });
    if (added.length > 0)
      await mailOperators(tx, deps, { userId: user.id, change: 'added', context });
  });
  return new Reply(201, { id: user.id });
};

function refuseOwn(context: Context, id: number, instead: string): void {
  if (context.get('operatorId') === id)
    throw new Problem(409, `You can't do this to your own account. ${instead}`);
}

/** Keeps sessions from locking or deleting the account of an operator, which would end a role without a code. */
export async function refuseOperator(db: Database, context: Context, id: number): Promise<void> {
  refuseOwn(context, id, 'Ask another operator.');
  if (context.get('operatorId') === null) return;
  const [operator] = await db.select().from(operators).where(eq(operators.userId, id));
  if (operator) throw new Problem(409, 'This member is an operator. Remove the operator first.');
}

async function requireOperator(db: Database, id: number): Promise<void> {
  if ((await db.$count(operators, eq(operators.userId, id))) === 0) throw notFound();
}

export async function announceRemoval(
  tx: Database,
  deps: Dependencies,
  { userId, context }: { userId: number; context: Context },
): Promise<void> {
  if ((await tx.$count(operators, eq(operators.userId, userId))) > 0)
    await mailOperators(tx, deps, { userId, change: 'removed', context });
}

const remove: Handler<'POST /api/operator/operators/{id}/remove/'> = async (
  deps,
  { params: { id }, body, context },
) => {
  refuseOwn(context, id, 'Ask another operator.');
  await requireOperator(deps.db, id);
  await requireOwnCode(deps, context, body.code);
  return transact(deps.db, async (tx) => {
    await mailOperators(tx, deps, { userId: id, change: 'removed', context });
    const removed = await tx
      .delete(operators)
      .where(eq(operators.userId, id))
      .returning({ id: operators.userId });
    if (removed.length === 0) throw notFound();
    return { detail: 'Operator removed' };
  });
};

const reset: Handler<'POST /api/operator/operators/{id}/reset/'> = async (
  deps,
  { params: { id }, body, context },
) => {
  refuseOwn(context, id, 'Use a recovery code, or ask another operator.');
  await requireOperator(deps.db, id);
  await requireOwnCode(deps, context, body.code);
  return transact(deps.db, async (tx) => {
    const changed = await tx
      .update(operators)
      .set({ secret: null, confirmedAt: null, lastStep: 0 })
      .where(eq(operators.userId, id))
      .returning({ id: operators.userId });
    if (changed.length === 0) throw notFound();
    await tx.delete(operatorSessions).where(eq(operatorSessions.userId, id));
    await tx.delete(operatorRecoveryCodes).where(eq(operatorRecoveryCodes.userId, id));
    await mailOperators(tx, deps, { userId: id, change: 'reset', context });
    return { detail: "Second factor reset. They'll set up a new one at their next visit." };
  });
};

export const operatorRoleHandlers = {
  'GET /api/operator/operators/': list,
  'POST /api/operator/operators/': add,
  'POST /api/operator/operators/{id}/remove/': remove,
  'POST /api/operator/operators/{id}/reset/': reset,
} satisfies Partial<Handlers>;
