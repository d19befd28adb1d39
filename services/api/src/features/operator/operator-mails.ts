import { eq, isNull } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { operators, users } from '../../core/db/schema';
import { type OperatorChange, operatorChangedMail } from '../mail/operator-messages';
import { queueMails } from '../mail/outbox';
import { getOperatorName } from './record';

interface Change {
  userId: number;
  change: OperatorChange['change'];
  context?: Context;
}

const readEmail = async (db: Database, id: number): Promise<string | undefined> =>
  (await db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]?.email;

async function findActor(tx: Database, { config }: Dependencies, context: Context) {
  const operatorId = context.get('operatorId') as number | null;
  const email = operatorId === null ? undefined : await readEmail(tx, operatorId);
  return email ?? `${getOperatorName(context, config)}, with an operator token`;
}

/** Emails all operators about a change of one of them, in its transaction: a stranger's change must not stay unseen. */
export async function mailOperators(
  tx: Database,
  deps: Dependencies,
  { userId, change, context }: Change,
): Promise<void> {
  const email = await readEmail(tx, userId);
  if (email === undefined) return;
  const by = context ? await findActor(tx, deps, context) : null;
  const all = await tx
    .select({ to: users.email })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .where(isNull(users.deletedAt));
  const mails = all.map(({ to }) => operatorChangedMail(deps.config, to, { email, change, by }));
  await queueMails(tx, mails, deps.now());
}
