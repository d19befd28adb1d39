import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isExclusionViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { bookings, coaches, paymentEvents, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { isDoubleBooked } from '../coaches/conflicts';
import { endExpiredHolds } from '../coaches/holds';
import { bookedMail, newBookingMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { paymentFailedMail, refundMail, wrongAmountMail } from '../mail/payment-messages';
import { lockPeopleOf } from '../people/lock-people';
import { readParties } from '../people/parties';
import { recordChargeTransfer, recoverRefunded } from './charge-transfer';
import { hasIncident, reportIncident } from './incidents';
import { type Payment, readPayment } from './provider';

type Booking = typeof bookings.$inferSelect;

export interface ProviderEvent {
  id: string;
  type: string;
}

/** Reconciles a booking with its payment page, idempotently: confirms it if paid, or refunds it if the slot is taken or the session has begun. */
export async function settlePayment(
  deps: Dependencies,
  sessionId: string,
  event?: ProviderEvent,
): Promise<void> {
  const { db, stripe } = deps;
  if (event && (await isKnown(db, event))) return;
  const [ours] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.checkoutSession, sessionId));
  const payment = await readPayment(stripe, sessionId);
  if (!ours) return reportUnknownPayment(deps, payment);
  await transact(db, (tx) => settle({ ...deps, db: tx }, payment, event));
  await recoverRefunded(deps, ours.id, payment); // of a restored booking, paid after its backup
}

async function settle(deps: Dependencies, payment: Payment, event?: ProviderEvent): Promise<void> {
  const { db: tx, config, now } = deps;
  if (event && !(await recordEventOnce(tx, event))) return;
  const ofPayment = eq(bookings.checkoutSession, payment.session);
  await lockPeopleOf(tx, ofPayment);
  const [booking] = await tx.select().from(bookings).where(ofPayment).for('update');
  if (!booking || !payment.paid) return;
  if (booking.paidAt) return recordChargeTransfer(deps, booking, payment);
  const isExact = payment.amountCents === booking.amountCents && payment.currency === 'usd';
  const paid = {
    paidAt: now(),
    paymentIntent: payment.intent,
    refundedCents: payment.refundedCents,
    ...(!isExact && { paidCents: payment.amountCents }),
  };
  if (isExact && !payment.returned && (await confirm(deps, booking, paid)))
    return recordChargeTransfer(deps, booking, payment);
  const refund = payment.returned ? ('returned' as const) : ('due' as const);
  const status = booking.status === 'cancelled' ? ('cancelled' as const) : ('expired' as const);
  const change = { ...paid, status, refund, refundAfter: now() };
  await tx.update(bookings).set(change).where(eq(bookings.id, booking.id));
  await recordChargeTransfer(deps, booking, payment);
  const about = { config, booking, parties: await readParties(tx, booking) };
  const mail = isExact
    ? refundMail({ ...about, booking: { ...booking, ...change } })
    : wrongAmountMail(about, payment);
  await queueMail(tx, mail, now());
  if (!isExact) await reportWrongAmount(deps, payment, booking);
}

const getAmount = ({ amountCents, currency }: Payment) => `${amountCents ?? 0} ${currency} cents`;

const reportWrongAmount = ({ db: tx, now }: Dependencies, payment: Payment, booking: Booking) =>
  reportIncident(tx, {
    key: `amount of ${payment.session}`,
    type: 'payment.wrong_amount',
    bookingId: booking.id,
    amountCents: payment.amountCents,
    currency: payment.currency,
    occurredAt: now(),
    summary: `paid ${getAmount(payment)} for a price of ${booking.amountCents} usd cents; not confirmed, refunding all of it`,
  });

async function reportUnknownPayment({ db, now }: Dependencies, payment: Payment): Promise<void> {
  if (!payment.paid || payment.returned || payment.bookingId === null) return;
  const key = `unknown ${payment.session}`;
  if (await hasIncident(db, key)) return; // perhaps resolved
  await reportIncident(db, {
    key,
    type: 'payment.without_booking',
    amountCents: payment.amountCents,
    currency: payment.currency,
    occurredAt: now(),
    summary: `paid ${getAmount(payment)} on ${payment.session} for booking ${payment.bookingId}, which has another payment page or none; return it at the payment provider`,
  });
}

async function confirm(
  { db: tx, config, now }: Dependencies,
  booking: Booking,
  paid: Partial<Booking>,
) {
  if (
    booking.status === 'cancelled' ||
    (booking.startsAt && booking.startsAt <= now()) ||
    (await lacksParty(tx, booking)) ||
    (await isDoubleBooked(tx, booking, now()))
  )
    return false;
  await endExpiredHolds(tx, now());
  const isSlotFree = await tx
    .transaction((inner) =>
      inner
        .update(bookings)
        .set({ ...paid, status: 'confirmed' })
        .where(eq(bookings.id, booking.id)),
    )
    .then(
      () => true,
      (error: unknown) => {
        if (isExclusionViolation(error)) return false;
        throw error;
      },
    );
  if (!isSlotFree) return false;
  const confirmed = { ...booking, status: 'confirmed' as const };
  const about = { config, booking: confirmed, parties: await readParties(tx, booking) };
  await queueMail(tx, bookedMail(about, now()), now());
  await queueMail(tx, newBookingMail(about, now()), now());
  return true;
}

export async function notePaymentFailed(
  { db, config, now }: Dependencies,
  sessionId: string,
  event: ProviderEvent,
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await recordEventOnce(tx, event))) return;
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(eq(bookings.checkoutSession, sessionId))
      .for('update');
    if (!booking || booking.paidAt) return;
    if (booking.status === 'pending_payment')
      await tx.update(bookings).set({ status: 'expired' }).where(eq(bookings.id, booking.id));
    const about = { config, booking, parties: await readParties(tx, booking) };
    await queueMail(tx, paymentFailedMail(about), now());
  });
}

const lacksParty = async (tx: Database, { studentId, coachId }: Booking) =>
  (
    await tx
      .select({ id: users.id })
      .from(users)
      .leftJoin(coaches, eq(coaches.userId, users.id))
      .where(
        or(
          and(eq(users.id, studentId), isNotNull(users.deletedAt)),
          and(eq(coaches.id, coachId), or(isNotNull(users.deletedAt), isNotNull(users.lockedAt))),
        ),
      )
  ).length > 0;

/** True for a handled event. The insert in the transaction is the final guard. */
const isKnown = async (db: Database, { id }: ProviderEvent) =>
  (await db.select({ id: paymentEvents.id }).from(paymentEvents).where(eq(paymentEvents.id, id)))
    .length > 0;

/** Records an event. Returns false if it was recorded before. */
export const recordEventOnce = async (tx: Database, event: ProviderEvent) =>
  (
    await tx
      .insert(paymentEvents)
      .values({ id: event.id, type: event.type })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
  ).length > 0;
