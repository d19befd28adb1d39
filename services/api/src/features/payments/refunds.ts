import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { log } from '../../core/process/log';
import { delayAfter } from '../../core/process/retry';
import { reportIncident } from './incidents';
import { returnPayment } from './provider';
import { giveUpRefund } from './returned';

type Booking = typeof bookings.$inferSelect;

/** So long a process has for a refund that it began, before it is tried again. */
const LEASE_MS = 60_000;
/** After about an hour and a half of backoff the operator hears of a refund that still waits. */
const REPORT_AFTER = 10;

/** Returns every payment that is due to go back; safe to repeat and to run in several processes. */
export async function returnDuePayments(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const current = now();
  // What is begun is written down before the provider is called: a cancellation cannot be taken back from then on.
  const begun = await transact(db, (tx) =>
    tx
      .update(bookings)
      .set({
        refund: 'begun',
        refundAttempts: sql`${bookings.refundAttempts} + 1`,
        refundAfter: new Date(current.getTime() + LEASE_MS),
      })
      .where(and(inArray(bookings.refund, ['due', 'begun']), lte(bookings.refundAfter, current)))
      .returning(),
  );
  for (const booking of begun) await returnOne(deps, booking);
}

async function returnOne(deps: Dependencies, booking: Booking): Promise<void> {
  const { db, stripe, now } = deps;
  const { id, paymentIntent, amountCents, paidCents, refundAttempts } = booking;
  if (!paymentIntent) return;
  const isOurs = and(eq(bookings.id, id), eq(bookings.refund, 'begun'));
  const outcome = await returnPayment(stripe, paymentIntent, refundAttempts).catch(
    (error: Error) => error,
  );
  if (outcome instanceof Error) return postpone(deps, booking, outcome);
  if (outcome.state === 'returned')
    await db
      .update(bookings)
      .set({ refund: 'returned', refundedCents: paidCents ?? amountCents })
      .where(isOurs);
  else
    await transact(db, (tx) =>
      giveUpRefund(deps, tx, booking, outcome.why, {
        key: `refund of booking ${id}`,
        occurredAt: now(),
      }),
    );
}

/** The provider did not answer, or refused for now: again after the backoff, and the lease at least. */
async function postpone(
  { db, now }: Dependencies,
  { id, refundAttempts, amountCents }: Booking,
  error: Error,
): Promise<void> {
  log.error(`booking ${id} could not be refunded yet: ${error.name}, attempt ${refundAttempts}`);
  const waitMs = Math.max(LEASE_MS, delayAfter(refundAttempts));
  await db
    .update(bookings)
    .set({ refundAfter: new Date(now().getTime() + waitMs) })
    .where(
      and(
        eq(bookings.id, id),
        eq(bookings.refund, 'begun'),
        eq(bookings.refundAttempts, refundAttempts),
      ),
    );
  if (refundAttempts === REPORT_AFTER)
    await reportIncident(db, {
      key: `refund of booking ${id}`,
      type: 'refund.waits',
      bookingId: id,
      amountCents,
      currency: 'usd',
      occurredAt: now(),
      summary: `the refund of booking ${id} failed ${refundAttempts} times (${error.name}); it is tried every hour`,
    });
}
