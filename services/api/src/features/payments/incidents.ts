import { and, asc, desc, eq, inArray, isNull, like, lte, ne, sql, sum } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { isOpenFailure, paymentIncidents } from '../../core/db/schema';
import { log } from '../../core/process/log';

export interface Incident {
  key: string;
  type: string;
  summary: string;
  occurredAt: Date;
  bookingId?: number | null;
  amountCents?: number | null;
  currency?: string | null;
  announced?: boolean;
  isResolved?: boolean;
}

/** Opens or updates an incident (`operator incidents list`). Ignores events older than the stored state. */
export async function reportIncident(
  db: Database,
  { isResolved = false, ...incident }: Incident,
): Promise<void> {
  const values = { ...incident, resolvedAt: isResolved ? incident.occurredAt : null };
  const { key: _, ...change } = values;
  const written = await db
    .insert(paymentIncidents)
    .values(values)
    .onConflictDoUpdate({
      target: paymentIncidents.key,
      set: change,
      setWhere: lte(paymentIncidents.occurredAt, sql`excluded.occurred_at`),
    })
    .returning({ id: paymentIncidents.id });
  const [stored] = written;
  if (stored && !isResolved)
    log.error(
      { code: 'payment.incident' },
      `payment incident ${stored.id} (${incident.type}): ${incident.summary}`,
    );
}

export async function reportUnlessOpen(db: Database, incident: Incident): Promise<void> {
  const { key, type } = incident;
  const open = and(
    eq(paymentIncidents.key, key),
    eq(paymentIncidents.type, type),
    isNull(paymentIncidents.resolvedAt),
  );
  if ((await db.$count(paymentIncidents, open)) === 0) await reportIncident(db, incident);
}

export const hasIncident = async (db: Database, key: string): Promise<boolean> =>
  (await db.$count(paymentIncidents, eq(paymentIncidents.key, key))) > 0;

/** Sum of the failed refunds of a booking that were announced to the student, open or not, in cents. */
export async function readAnnouncedCents(db: Database, bookingId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sum(paymentIncidents.amountCents).mapWith(Number) })
    .from(paymentIncidents)
    .where(and(eq(paymentIncidents.bookingId, bookingId), eq(paymentIncidents.announced, true)));
  return row?.cents ?? 0;
}

export const markAnnounced = (db: Database, key: string) =>
  db.update(paymentIncidents).set({ announced: true }).where(eq(paymentIncidents.key, key));

const resolveOfBooking = (
  db: Database,
  { bookingId, types }: { bookingId: number; types: string[] },
  now: Date,
) =>
  db
    .update(paymentIncidents)
    .set({ resolvedAt: now })
    .where(
      and(
        eq(paymentIncidents.bookingId, bookingId),
        inArray(paymentIncidents.type, types),
        isNull(paymentIncidents.resolvedAt),
      ),
    );

export const resolveRefundIncidents = (db: Database, bookingId: number, now: Date) =>
  resolveOfBooking(db, { bookingId, types: ['refund.failed', 'refund.waits'] }, now);

/** Resolves the incident about a refund that could not be made for a while (row of the booking locked). */
export const resolveWaitingRefund = (db: Database, bookingId: number, now: Date) =>
  resolveOfBooking(db, { bookingId, types: ['refund.waits'] }, now);

/** First what the student was told of, then the oldest. */
const failureOrder = [desc(paymentIncidents.announced), asc(paymentIncidents.id)];

/** Resolves the failed refunds that an amount covers: announced ones first, of these the same amount, then the oldest; one in part. */
export async function payBackFailures(
  db: Database,
  { bookingId, cents }: { bookingId: number; cents: number },
  now: Date,
): Promise<void> {
  const open = await db
    .select()
    .from(paymentIncidents)
    .where(and(eq(paymentIncidents.bookingId, bookingId), isOpenFailure))
    .orderBy(...failureOrder);
  const failures = open.map((failure) => ({ ...failure, amountCents: failure.amountCents ?? 0 }));
  if (cents >= failures.reduce((sum, { amountCents }) => sum + amountCents, 0)) {
    await resolveRefundIncidents(db, bookingId, now);
    return;
  }
  const [first, ...rest] = failures.filter(({ amountCents }) => amountCents === cents);
  const same = rest.findLast(({ announced }) => announced === first?.announced) ?? first;
  let left = cents;
  for (const { id, amountCents } of same ? [same] : failures) {
    const change = amountCents <= left ? { resolvedAt: now } : { amountCents: amountCents - left };
    await db.update(paymentIncidents).set(change).where(eq(paymentIncidents.id, id));
    left -= amountCents;
    if (left <= 0) return;
  }
}

/** True while a dispute of a booking is open: undecided, or lost and not resolved by an operator. */
export const hasOpenDispute = async (db: Database, bookingId: number): Promise<boolean> =>
  (await db.$count(
    paymentIncidents,
    and(
      eq(paymentIncidents.bookingId, bookingId),
      like(paymentIncidents.type, 'charge.dispute%'),
      isNull(paymentIncidents.resolvedAt),
    ),
  )) > 0;

export async function findIncident(db: Database, id: number) {
  const [incident] = await db.select().from(paymentIncidents).where(eq(paymentIncidents.id, id));
  return incident;
}

/** Resolves the newest open failure of the same amount: the incident of its failed retry replaces it. Returns true if it was announced to the student. */
export async function resolveRetriedRefund(
  db: Database,
  retry: { key: string; bookingId: number; amountCents: number },
  now: Date,
): Promise<boolean> {
  const [failure] = await db
    .select({ id: paymentIncidents.id, announced: paymentIncidents.announced })
    .from(paymentIncidents)
    .where(
      and(
        eq(paymentIncidents.bookingId, retry.bookingId),
        eq(paymentIncidents.amountCents, retry.amountCents),
        ne(paymentIncidents.key, retry.key),
        isOpenFailure,
      ),
    )
    .orderBy(desc(paymentIncidents.id))
    .limit(1);
  if (failure) await resolveIncident(db, failure.id, now);
  return failure?.announced ?? false;
}

export const resolveIncident = async (db: Database, id: number, now: Date): Promise<boolean> =>
  (
    await db
      .update(paymentIncidents)
      .set({ resolvedAt: now })
      .where(and(eq(paymentIncidents.id, id), isNull(paymentIncidents.resolvedAt)))
      .returning({ id: paymentIncidents.id })
  ).length > 0;

export const resolveTransferIncidents = (
  tx: Database,
  bookingIds: readonly number[],
  { now, type = 'transfer.%' }: { now: Date; type?: string },
) =>
  tx
    .update(paymentIncidents)
    .set({ resolvedAt: now })
    .where(
      and(
        inArray(paymentIncidents.bookingId, [...bookingIds]),
        like(paymentIncidents.type, type),
        isNull(paymentIncidents.resolvedAt),
      ),
    );
