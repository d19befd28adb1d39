import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { log } from '../../core/process/log';
import { delayAfter, forEachInTurn } from '../../core/process/repeat';
import { isInDollars } from '../mail/format';
import { refundMails } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { refundSettledMail } from '../mail/payment-messages';
import { readParties } from '../people/parties';
import { payBackFailures, reportUnlessOpen, resolveRefundIncidents } from './incidents';
import { type Returned, readPayment, returnPayment, withSettled } from './provider';
import { giveUpRefund, recordFailure, recordFullReturn } from './refund-reconciliation';

type Booking = typeof bookings.$inferSelect;

const LEASE_MS = 60_000;
/** About an hour and a half of backoff, then an incident. */
const REPORT_AFTER = 10;

/** Makes due refunds. Idempotent, safe in several processes. */
export async function returnDuePayments(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const due = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(isDue(now()))
    .orderBy(bookings.refundAfter, bookings.id);
  await forEachInTurn(
    due,
    ({ id }) => `refunding booking ${id}`,
    async ({ id }) => {
      const booking = await claim(deps, id);
      if (booking) await returnOne(deps, booking);
    },
  );
}

const isDue = (now: Date) =>
  and(inArray(bookings.refund, ['due', 'begun']), lte(bookings.refundAfter, now));

/** Leases a due refund right before its calls. Recorded before them: from here on the cancellation is final. */
async function claim({ db, now }: Dependencies, id: number): Promise<Booking | undefined> {
  const current = now();
  const [booking] = await transact(db, (tx) =>
    tx
      .update(bookings)
      .set({
        refund: 'begun',
        refundAttempts: sql`${bookings.refundAttempts} + 1`,
        refundAfter: new Date(current.getTime() + LEASE_MS),
      })
      .where(and(eq(bookings.id, id), isDue(current)))
      .returning(),
  );
  return booking;
}

/** An attempt whose lease another process took over, or whose refund has another state, is no longer open. */
const isOpen = ({ id, refundAttempts }: Booking) =>
  and(
    eq(bookings.id, id),
    eq(bookings.refund, 'begun'),
    eq(bookings.refundAttempts, refundAttempts),
  );

/** Extends the lease for the call that moves money. Returns false if the attempt is no longer open. */
async function renew({ db, now }: Dependencies, booking: Booking): Promise<boolean> {
  const renewed = await db
    .update(bookings)
    .set({ refundAfter: new Date(now().getTime() + LEASE_MS) })
    .where(isOpen(booking))
    .returning({ id: bookings.id });
  return renewed.length > 0;
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
  const about = { config, booking, parties: await readParties(tx, booking) };
  const mails = refundMails(about, null).filter(({ to }) => to === about.parties.student);
  for (const mail of mails) await queueMail(tx, mail, current);
}

/** Records what an operator paid back another way (row locked). Closes the incidents about the failed refunds it covers and emails the student. */
export async function settleRefund(
  deps: Dependencies,
  booking: Booking,
  cents: number,
): Promise<void> {
  const { db: tx, config, now } = deps;
  const { id, amountCents, paidCents } = booking;
  const refundedCents = booking.refundedCents + cents;
  const settledCents = booking.settledCents + cents;
  await tx.update(bookings).set({ refundedCents, settledCents }).where(eq(bookings.id, id));
  if (refundedCents === (paidCents ?? amountCents)) {
    await recordFullReturn(deps, booking, refundedCents);
    await resolveRefundIncidents(tx, id, now());
  } else await payBackFailures(tx, { bookingId: id, cents }, now());
  const settled = { ...booking, refundedCents };
  const about = { config, booking: settled, parties: await readParties(tx, booking) };
  await queueMail(tx, refundSettledMail(about, cents), now());
}

async function returnOne(deps: Dependencies, booking: Booking): Promise<void> {
  const { db, now } = deps;
  const { id, paymentIntent, amountCents, paidCents } = booking;
  if (!paymentIntent) return;
  const outcome = await returnRest(deps, booking, paymentIntent).catch((error: Error) => error);
  if (outcome instanceof Error) return postpone(deps, booking, outcome);
  if (outcome === null) return;
  if (outcome.state === 'failed') return giveUp(deps, booking, outcome);
  await transact(db, async (tx) => {
    const returned = { refund: 'returned' as const, refundedCents: paidCents ?? amountCents };
    const ours = await tx
      .update(bookings)
      .set(returned)
      .where(isOpen(booking))
      .returning({ id: bookings.id });
    if (ours.length > 0) await resolveRefundIncidents(tx, id, now());
  });
}

const getCurrency = (booking: Booking) => (isInDollars(booking) ? 'usd' : null);

async function giveUp(
  deps: Dependencies,
  booking: Booking,
  { why, refundId }: Returned & { state: 'failed' },
): Promise<void> {
  const { amountCents, paidCents, refundedCents } = booking;
  await transact(deps.db, async (tx) => {
    const [locked] = await tx.select().from(bookings).where(isOpen(booking)).for('update');
    if (!locked) return;
    const cents = (paidCents ?? amountCents) - refundedCents;
    const failure = {
      ...{ refundId, amountCents: cents, currency: getCurrency(locked), why },
      ...{ occurredAt: deps.now(), announced: true },
    };
    await recordFailure({ ...deps, db: tx }, locked, failure);
    await giveUpRefund({ ...deps, db: tx }, locked, cents);
  });
}

async function returnRest(
  deps: Dependencies,
  booking: Booking,
  intent: string,
): Promise<Returned | null> {
  const { stripe } = deps;
  const { checkoutSession, refundedCents, settledCents, refundAttempts: attempt } = booking;
  const reverseTransfer = booking.destination !== null;
  const read =
    refundedCents > 0 && checkoutSession ? await readPayment(stripe, checkoutSession) : null;
  if (!read || (read.lostCents === 0 && settledCents === 0))
    return returnPayment(stripe, { intent, attempt, amountCents: undefined, reverseTransfer });
  const payment = withSettled(read, settledCents);
  if (payment.returned) return { state: 'returned' };
  if (!(await renew(deps, booking))) return null;
  const amountCents = (payment.amountCents ?? 0) - payment.refundedCents;
  return returnPayment(stripe, { intent, attempt, amountCents, reverseTransfer });
}

async function postpone({ db, now }: Dependencies, booking: Booking, error: Error): Promise<void> {
  const { id, refundAttempts, amountCents, paidCents } = booking;
  log.error(
    { code: 'payment.refund_failed' },
    `refund of booking ${id} failed: ${error.name}, attempt ${refundAttempts}; retrying`,
  );
  const waitMs = Math.max(LEASE_MS, delayAfter(refundAttempts));
  await transact(db, async (tx) => {
    const postponed = await tx
      .update(bookings)
      .set({ refundAfter: new Date(now().getTime() + waitMs) })
      .where(isOpen(booking))
      .returning({ id: bookings.id });
    if (postponed.length === 0 || refundAttempts < REPORT_AFTER) return;
    await reportUnlessOpen(tx, {
      key: `refund of booking ${id}`,
      type: 'refund.waits',
      bookingId: id,
      amountCents: paidCents ?? amountCents,
      currency: getCurrency(booking),
      occurredAt: now(),
      summary: `the refund of booking ${id} failed ${refundAttempts} times (${error.name}); retrying hourly`,
    });
  });
}
