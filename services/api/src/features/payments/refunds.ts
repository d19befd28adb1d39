import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { log } from '../../core/process/log';
import { delayAfter } from '../../core/process/repeat';
import { refundMails } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { partiesOf } from '../people/parties';
import { reportIncident } from './incidents';
import { type Returned, readPayment, returnPayment } from './provider';
import { giveUpRefund, recordFailure } from './refund-reconciliation';

type Booking = typeof bookings.$inferSelect;

const LEASE_MS = 60_000;
/** About an hour and a half of backoff, then an incident. */
const REPORT_AFTER = 10;

/** Makes due refunds. Idempotent, safe in several processes. */
export async function returnDuePayments(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const current = now();
  // Recorded before the provider call: from here on the cancellation is final.
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

/** Starts a failed refund again (row locked). The next attempt has a new idempotency key. Emails the student. */
export async function retryRefund(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
): Promise<void> {
  const current = now();
  await tx
    .update(bookings)
    .set({ refund: 'begun', refundAfter: current })
    .where(eq(bookings.id, booking.id));
  const about = { config, booking, parties: await partiesOf(tx, booking) };
  const mails = refundMails(about, null).filter(({ to }) => to === about.parties.student);
  for (const mail of mails) await queueMail(tx, mail, current);
}

async function returnOne(deps: Dependencies, booking: Booking): Promise<void> {
  const { db, now } = deps;
  const { id, paymentIntent, amountCents, paidCents } = booking;
  if (!paymentIntent) return;
  const isOurs = and(eq(bookings.id, id), eq(bookings.refund, 'begun'));
  const outcome = await returnRest(deps, booking, paymentIntent).catch((error: Error) => error);
  if (outcome instanceof Error) return postpone(deps, booking, outcome);
  if (outcome.state === 'returned')
    await db
      .update(bookings)
      .set({ refund: 'returned', refundedCents: paidCents ?? amountCents })
      .where(isOurs);
  else await giveUp(deps, booking, outcome);
}

/** Gives a refund up that the provider rejected, unless another process has changed its state meanwhile. */
async function giveUp(
  { db, now, ...deps }: Dependencies,
  { id, refundAttempts, amountCents, paidCents, refundedCents }: Booking,
  { why, refundId }: Returned & { state: 'failed' },
): Promise<void> {
  await transact(db, async (tx) => {
    const [locked] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
    if (locked?.refund !== 'begun' || locked.refundAttempts !== refundAttempts) return;
    const cents = (paidCents ?? amountCents) - refundedCents;
    const failure = { refundId, amountCents: cents, currency: 'usd', why, occurredAt: now() };
    await recordFailure({ ...deps, now, db: tx }, locked, failure);
    await giveUpRefund({ ...deps, now, db: tx }, locked, cents);
  });
}

/** Refunds what refunds and lost disputes left of a payment. */
async function returnRest(
  { stripe }: Dependencies,
  { checkoutSession, refundedCents, refundAttempts: attempt }: Booking,
  intent: string,
): Promise<Returned> {
  const payment =
    refundedCents > 0 && checkoutSession ? await readPayment(stripe, checkoutSession) : null;
  if (!payment?.lostCents)
    return returnPayment(stripe, { intent, attempt, amountCents: undefined });
  if (payment.returned) return { state: 'returned' };
  const amountCents = (payment.amountCents ?? 0) - payment.refundedCents;
  return returnPayment(stripe, { intent, attempt, amountCents });
}

/** Retries after the backoff, at least after the lease. */
async function postpone(
  { db, now }: Dependencies,
  { id, refundAttempts, amountCents }: Booking,
  error: Error,
): Promise<void> {
  log.error(
    { code: 'payment.refund_failed' },
    `refund of booking ${id} failed: ${error.name}, attempt ${refundAttempts}; retrying`,
  );
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
      summary: `the refund of booking ${id} failed ${refundAttempts} times (${error.name}); retrying hourly`,
    });
}
