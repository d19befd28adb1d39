import { printTable } from '@carry/contracts/format';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, ledgerEntries, services } from '../../core/db/schema';
import { printCents } from '../../core/http/table';
import { ledgerSums, paymentMonth } from './sums';

const BATCH_ROWS = 500;
const TABLE_HEAD = [
  'booking',
  'month',
  'paid at',
  'session at',
  'service',
  'status',
  'currency',
  'paid',
  'commission',
  'refunded',
  'paid out',
  'pending',
];

/** Time of payment with microseconds, which a Date lacks. */
const position = sql<string>`to_char(${bookings.paidAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

interface Position {
  id: number;
  position: string;
}

async function readBatch(db: Database, coachId: number, last: Position | undefined) {
  const batch = db
    .select({
      id: bookings.id,
      position: position.as('position'),
      paidAt: bookings.paidAt,
      startsAt: bookings.startsAt,
      service: services.label,
      status: bookings.status,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(
      and(
        eq(bookings.coachId, coachId),
        isNotNull(bookings.paidAt),
        last &&
          sql`(${bookings.paidAt}, ${bookings.id}) > (${last.position}::timestamptz, ${last.id}::integer)`,
      ),
    )
    .orderBy(asc(bookings.paidAt), asc(bookings.id))
    .limit(BATCH_ROWS)
    .as('batch');
  const { id, paidAt, startsAt, service, status } = batch;
  return db
    .select({
      ...{ id, position: batch.position, paidAt, startsAt, service, status },
      month: paymentMonth,
      ...ledgerSums,
    })
    .from(batch)
    .leftJoin(ledgerEntries, eq(ledgerEntries.bookingId, id))
    .groupBy(id, batch.position, paidAt, startsAt, service, status)
    .orderBy(asc(paidAt), asc(id));
}

type Row = Awaited<ReturnType<typeof readBatch>>[number];

const toCells = ({ id, month, paidAt, startsAt, service, status, ...sums }: Row): string[] => [
  String(id),
  month ?? '',
  paidAt?.toISOString() ?? '',
  startsAt?.toISOString() ?? '',
  service,
  status,
  'USD',
  ...[sums.paid, sums.commission, sums.refunded, sums.paid_out, sums.pending].map(printCents),
];

export async function* printEarnings(db: Database, coachId: number): AsyncGenerator<string> {
  let start = [TABLE_HEAD];
  let last: Position | undefined;
  do {
    const rows = await readBatch(db, coachId, last);
    yield printTable([...start, ...rows.map(toCells)]);
    start = [];
    last = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (last);
}
