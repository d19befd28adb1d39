import { and, asc, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { operatorAudit, users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handlers } from '../../core/http/handler';
import { Reply } from '../../core/http/handler';
import { printCents, sendTable } from '../../core/http/table';
import { OPERATOR_NAME } from '../../core/operators';
import { describeError, log } from '../../core/process/log';
import { printRows } from './print-rows';

const MAX_ENTRIES = 100;

const SHARED = ' (shared token)';
const MAX_NAME = 60;

/** Operator name: of the account or the personal token, or from the header with the shared token. */
export const getOperatorName = (
  context: Context,
  { operators }: Dependencies['config'],
): string => {
  const account = context.get('operatorId') as number | null;
  if (account !== null) return `account ${account}`;
  const operator = context.get('operator') as string | null;
  if (operator !== null) return operator;
  const header = decoded(context.req.header('x-operator') ?? '').trim();
  const name = OPERATOR_NAME.test(header) ? header : 'operator';
  return operators.length === 0 ? name : name.slice(0, MAX_NAME - SHARED.length) + SHARED;
};

function decoded(header: string): string {
  try {
    return decodeURIComponent(header); // headers are limited to Latin-1
  } catch {
    return '';
  }
}

interface Action {
  context: Context;
  action: string;
  target: number | null;
  /** In USD. */
  amount: number | null;
  /** Empty without one. */
  reason: string;
}

/** Runs an operator action with an audit entry before and after. Without the first entry the action does not run. */
export async function recorded<Result>(
  { config, db, now }: Dependencies,
  { context, action, target, amount, reason }: Action,
  act: () => Promise<Result>,
): Promise<Result> {
  const [entry] = await db
    .insert(operatorAudit)
    .values({
      at: now(),
      who: getOperatorName(context, config),
      userId: context.get('operatorId') as number | null,
      action,
      target,
      amountCents: amount === null ? null : Math.round(amount * 100),
      reason: reason || null,
    })
    .returning({ id: operatorAudit.id });
  const end = (status: number, finalTarget = target) =>
    db
      .update(operatorAudit)
      .set({ status, target: finalTarget })
      .where(eq(operatorAudit.id, entry?.id ?? 0))
      .catch((error: unknown) =>
        log.warn(
          { code: 'audit.incomplete' },
          `audit log incomplete: failed to record an operator action's result: ${describeError(error)}`,
        ),
      );
  context.set('onCutOff', () => void end(500));
  try {
    const result = await act();
    const isReply = result instanceof Reply;
    const { id = null } = ((isReply ? result.body : result) ?? {}) as { id?: number };
    await end(isReply ? Number(result.status) : 200, target ?? id);
    return result;
  } catch (error) {
    await end(error instanceof Problem ? error.status : 500);
    throw error;
  }
}

/** Entries with the address of the operator's account, while it exists. */
const selectEntries = (db: Database) =>
  db
    .select({ entry: operatorAudit, email: users.email })
    .from(operatorAudit)
    .leftJoin(users, and(eq(users.id, operatorAudit.userId), isNull(users.deletedAt)));

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const TABLE_HEAD = ['entry', 'at', 'who', 'action', 'number', 'amount_usd', 'reason', 'status'];

const toCells = ({ entry, email }: Row): string[] => [
  ...[String(entry.id), entry.at.toISOString(), email ?? entry.who, entry.action],
  String(entry.target ?? ''),
  entry.amountCents === null ? '' : printCents(entry.amountCents),
  entry.reason ?? '',
  String(entry.status ?? ''),
];

const printRecord = (db: Database): AsyncGenerator<string> =>
  printRows<Row>({
    head: TABLE_HEAD,
    read: (last, limit) =>
      selectEntries(db)
        .where(gt(operatorAudit.id, last))
        .orderBy(asc(operatorAudit.id))
        .limit(limit),
    getId: ({ entry }) => entry.id,
    toCells,
  });

export const operatorRecordHandlers = {
  'GET /api/operator/audit/export/': ({ db }, { context }) =>
    sendTable(context, 'record.csv', printRecord(db)),
  'GET /api/operator/audit/': async ({ db }, { query: { below } }) => {
    const rows = await selectEntries(db)
      .where(below === undefined ? undefined : lt(operatorAudit.id, below))
      .orderBy(desc(operatorAudit.id))
      .limit(MAX_ENTRIES);
    return rows.map(({ entry: { at, who, userId: _, amountCents, ...entry }, email }) => ({
      ...entry,
      amount: amountCents === null ? null : amountCents / 100,
      at: at.toISOString(),
      who: email ?? who,
    }));
  },
} satisfies Partial<Handlers>;
