import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { isExclusionViolation } from '../db/errors';
import type { Database } from '../db/open';
import { bookings, coaches, paymentEvents, services as serviceTable, users } from '../db/schema';
import { bookedMail, newBookingMail, refundMail } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import type { Services } from '../services';

/** What a payment did to its booking. */
export type Settled = 'confirmed' | 'already' | 'refund_due' | 'ignored';

/**
 * Makes a paid checkout session's booking confirmed, once, whoever tells first (webhook or success page).
 * A payment that comes after its slot was given away is to be returned.
 */
export async function settlePayment(
  services: Services,
  session: Stripe.Checkout.Session,
  event?: { id: string; type: string },
): Promise<Settled> {
  const { db } = services;
  try {
    return await db.transaction((tx) => confirm(services, tx, session, event));
  } catch (error) {
    if (!isExclusionViolation(error)) throw error;
    const settled = await db.transaction((tx) => oweRefund(services, tx, session));
    await refundDue(services);
    return settled;
  }
}

async function confirm(
  { config, now }: Services,
  tx: Database,
  session: Stripe.Checkout.Session,
  event?: { id: string; type: string },
): Promise<Settled> {
  if (event) {
    const fresh = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id });
    if (fresh.length === 0) return 'already';
  }
  const [booking] = await tx.select().from(bookings).where(eq(bookings.checkoutSession, session.id)).for('update');
  if (!booking || session.payment_status !== 'paid') return 'ignored';
  if (session.amount_total !== booking.amountCents || session.currency !== 'usd') {
    console.error(
      `payment ${session.id} is ${session.amount_total} ${session.currency}, booking ${booking.id} costs ${booking.amountCents} usd; not confirmed`,
    );
    return 'ignored';
  }
  if (booking.status !== 'pending_payment' && booking.status !== 'expired') return 'already';
  await tx
    .update(bookings)
    .set({ status: 'confirmed', paidAt: now(), paymentIntent: intentOf(session) })
    .where(eq(bookings.id, booking.id));
  const [names] = await tx
    .select({ coachName: coaches.name, coachUser: coaches.userId, service: serviceTable.label })
    .from(coaches)
    .innerJoin(serviceTable, eq(serviceTable.id, booking.serviceId))
    .where(eq(coaches.id, booking.coachId));
  const mailOf = async (userId: number) => (await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)))[0]?.email;
  if (names) {
    const [student, coach] = [await mailOf(booking.studentId), await mailOf(names.coachUser)];
    if (student) await queueMail(tx, bookedMail(config, student, { ...booking, ...names }), now());
    if (coach) await queueMail(tx, newBookingMail(config, coach, { ...booking, ...names }), now());
  }
  return 'confirmed';
}

async function oweRefund({ config, now }: Services, tx: Database, session: Stripe.Checkout.Session): Promise<Settled> {
  const [booking] = await tx
    .update(bookings)
    .set({ status: 'refund_due', paidAt: now(), paymentIntent: intentOf(session) })
    .where(eq(bookings.checkoutSession, session.id))
    .returning({ id: bookings.id, studentId: bookings.studentId });
  if (!booking) return 'ignored';
  const [student] = await tx.select({ email: users.email }).from(users).where(eq(users.id, booking.studentId));
  if (student) await queueMail(tx, refundMail(config, student.email, booking.id), now());
  return 'refund_due';
}

const intentOf = ({ payment_intent }: Stripe.Checkout.Session) =>
  typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null);

/** Returns every payment that is owed; safe to repeat, since the provider knows the key. */
export async function refundDue({ db, stripe }: Services): Promise<void> {
  const due = await db.select({ id: bookings.id, intent: bookings.paymentIntent }).from(bookings).where(eq(bookings.status, 'refund_due'));
  for (const { id, intent } of due) {
    if (!intent) continue;
    await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund-${id}` }).then(
      () => db.update(bookings).set({ status: 'expired', checkoutClosed: true }).where(eq(bookings.id, id)),
      (error: Error) => console.error(`booking ${id} could not be refunded yet: ${error.message}`),
    );
  }
}
