import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, operators, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { forEachInTurn, repeat } from '../../core/process/repeat';
import { type OpenDispute, type OpenWork, openWorkMail } from '../mail/operator-messages';
import { queueMail } from '../mail/outbox';
import { countOtherIncidents, countWork, readDisputes } from './overview';

const EVERY_MS = 5 * 60_000;
/** Shortest time between two emails to one operator. */
const QUIET_MS = 24 * 3_600_000;
const WEEK_MS = 7 * QUIET_MS;
const MAX_REASONS = 5;

/** Emails operators about new work, at most once a day each, and about each new dispute at once. Safe in several processes. */
export async function notifyOperators(deps: Dependencies): Promise<void> {
  const readAt = deps.now();
  const disputes = await readDisputes(deps.db);
  const work = {
    ...(await countWork(deps)),
    open_disputes: disputes.number,
    open_incidents: await countOtherIncidents(deps.db),
  };
  const all = await deps.db
    .select({ id: operators.userId })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .where(and(isNull(users.lockedAt), isNull(users.deletedAt)));
  await forEachInTurn(
    all,
    ({ id }) => `emailing operator ${id} about open work`,
    ({ id }) => notifyOperator(deps, id, { work, disputes: disputes.newest, readAt }),
  );
}

const listRequests = (db: Database, until: Date, notifiedAt: Date | null) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      gt(
        bookings.refundRequestedAt,
        new Date(Math.max(until.getTime() - WEEK_MS, notifiedAt?.getTime() ?? 0)),
      ),
    )
    .orderBy(desc(bookings.refundRequestedAt))
    .limit(MAX_REASONS);

const notifyOperator = (
  { db, config, now }: Dependencies,
  userId: number,
  { work, disputes, readAt }: { work: OpenWork; disputes: OpenDispute[]; readAt: Date },
) =>
  transact(db, async (tx) => {
    const [operator] = await tx
      .select({ notifiedWork: operators.notifiedWork, notifiedAt: operators.notifiedAt })
      .from(operators)
      .where(eq(operators.userId, userId))
      .for('update');
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (!operator || !user) return;
    const { notifiedWork, notifiedAt } = operator;
    // The requests of a week are no open work: their number falls while new ones come.
    const { refunds_requested: _, ...open } = work;
    const kinds = Object.entries(open);
    // An older release drops this key: the number it notified of is unknown.
    const isDisputed = work.open_disputes > (notifiedWork['open_disputes'] ?? Infinity);
    const isQuiet = !isDisputed && notifiedAt && now().getTime() - notifiedAt.getTime() < QUIET_MS;
    const requests = isQuiet ? [] : await listRequests(tx, readAt, notifiedAt);
    const hasNew =
      requests.length > 0 || kinds.some(([kind, number]) => number > (notifiedWork[kind] ?? 0));
    if (hasNew && !isQuiet) {
      await tx
        .update(operators)
        .set({ notifiedWork: open, notifiedAt: readAt })
        .where(eq(operators.userId, userId));
      return queueMail(tx, openWorkMail(config, user.email, { work, disputes, requests }), now());
    }
    // a lower number, so that the next item of its kind is new
    const notified = Object.entries(notifiedWork).map(([kind, number]) => [
      kind,
      Math.min(number, new Map(kinds).get(kind) ?? 0),
    ]);
    await tx
      .update(operators)
      .set({ notifiedWork: Object.fromEntries(notified) })
      .where(eq(operators.userId, userId));
  });

export const runOperatorEmails = (deps: Dependencies) =>
  repeat(EVERY_MS, 'emailing operators about open work', () => notifyOperators(deps));
