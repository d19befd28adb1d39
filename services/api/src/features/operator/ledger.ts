import { dateIn } from '@carry/contracts/format';
import { and, asc, eq, gt, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, ledgerEntries } from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { printCents, sendTable } from '../../core/http/table';
import { findStartOfDay } from '../coaches/zone';
import { addDays } from './days';
import { printRows } from './print-rows';

const TABLE_HEAD = [
  ...['entry', 'date', 'at', 'kind', 'booking', 'coach_id', 'coach', 'currency'],
  ...['paid', 'refunded', 'commission', 'paid_out', 'pending', 'tax', 'payment'],
];

const before = alias(ledgerEntries, 'before');

/** Tax in what is kept of a payment after an entry, or before it, in cents; null without a rate. Rounded as on receipts. */
const taxIn = (order: SQL) =>
  sql`round((SELECT coalesce(sum(${before.paidCents} - ${before.refundedCents}), 0) FROM ${ledgerEntries} ${sql.identifier('before')}
    WHERE ${before.bookingId} = ${ledgerEntries.bookingId} AND ${before.id} ${order} ${ledgerEntries.id})
    * ${bookings.taxBasisPoints}::numeric / (10000 + ${bookings.taxBasisPoints}))`;

/** Change of the tax by an entry: the entries of a booking add up to the tax of its receipt. */
const tax = sql<number | null>`${taxIn(sql`<=`)} - ${taxIn(sql`<`)}`.mapWith(Number);

const readBatch = (db: Database, where: SQL | undefined, limit: number) =>
  db
    .select({ entry: ledgerEntries, coach: coaches.name, payment: bookings.paymentIntent, tax })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .innerJoin(coaches, eq(coaches.id, ledgerEntries.coachId))
    .where(where)
    .orderBy(asc(ledgerEntries.id))
    .limit(limit);

type Row = Awaited<ReturnType<typeof readBatch>>[number];

const toCells = ({ entry, coach, payment, tax }: Row, zone: string): string[] => [
  ...[String(entry.id), dateIn(zone, entry.at), entry.at.toISOString(), entry.kind],
  ...[String(entry.bookingId), String(entry.coachId), coach, 'USD'],
  ...[entry.paidCents, entry.refundedCents, entry.commissionCents].map(printCents),
  ...[entry.paidOutCents, entry.pendingCents].map(printCents),
  tax === null ? '' : printCents(tax),
  payment ?? '',
];

const printLedger = (
  { db, config: { timeZone } }: Dependencies,
  period: SQL | undefined,
): AsyncGenerator<string> =>
  printRows<Row>({
    head: TABLE_HEAD,
    read: (last, limit) => readBatch(db, and(gt(ledgerEntries.id, last), period), limit),
    getId: ({ entry }) => entry.id,
    toCells: (row) => toCells(row, timeZone),
  });

export async function listLedgerYears({ db, config, now }: Dependencies): Promise<number[]> {
  const [first] = await db
    .select({ at: bookings.paidAt })
    .from(bookings)
    .where(isNotNull(bookings.paidAt))
    .orderBy(asc(bookings.paidAt))
    .limit(1);
  if (!first?.at) return [];
  const getYear = (at: Date) => Number(dateIn(config.timeZone, at).slice(0, 4));
  const current = getYear(now());
  const count = Math.max(1, current - getYear(first.at) + 1);
  return Array.from({ length: count }, (_, index) => current - index);
}

const exportLedger: Handler<'GET /api/operator/ledger/export/'> = async (
  deps,
  { query: { from, to }, context },
) => {
  const { timeZone } = deps.config;
  const period = and(
    from === undefined ? undefined : gte(ledgerEntries.at, findStartOfDay(from, timeZone)),
    to === undefined ? undefined : lt(ledgerEntries.at, findStartOfDay(addDays(to, 1), timeZone)),
  );
  return sendTable(context, 'ledger.csv', printLedger(deps, period));
};

export const operatorLedgerHandlers = {
  'GET /api/operator/ledger/export/': exportLedger,
} satisfies Partial<Handlers>;
