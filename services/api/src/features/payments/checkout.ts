import { and, eq, isNull } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, coaches, payoutAccounts, services, users } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import { describeError, log } from '../../core/process/log';
import { getTransferGroup, isPermanent, readPayment } from './provider';
import { settlePayment } from './settle';

const MINUTE_MS = 60_000;
/** Stripe's minimum lifetime of a payment page. */
const MIN_CHECKOUT_MS = 30 * MINUTE_MS;
const NOT_PAYABLE = 'This booking can no longer be paid.';

type Booking = typeof bookings.$inferSelect;

export interface PaymentPage {
  sessionId: string;
  url: string | null;
}

/** Booking to pay: the student's own, or, without a token, one whose typed details the caller repeats. */
export type BookingToPay =
  | { bookingId: number; studentId: number }
  | { bookingId: number; coachId: number; serviceId: number; contact: string; details: string };

/** Opens or returns the payment page of a booking. The amount comes from the booking. */
export async function createCheckout(
  deps: Dependencies,
  which: BookingToPay,
): Promise<PaymentPage> {
  const { db, now } = deps;
  const owner =
    'studentId' in which
      ? [eq(bookings.studentId, which.studentId)]
      : [
          eq(bookings.coachId, which.coachId),
          eq(bookings.serviceId, which.serviceId),
          eq(bookings.contactInfo, which.contact),
          eq(bookings.details, which.details),
        ];
  const [booking] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, which.bookingId), ...owner));
  if (!booking) throw notFound();
  if (booking.status !== 'pending_payment' || booking.holdExpiresAt <= now())
    throw new Problem(409, NOT_PAYABLE);
  if (booking.startsAt && booking.startsAt <= now())
    throw new Problem(409, 'This session has already started.');
  return booking.checkoutSession ? reopen(deps, booking.checkoutSession) : create(deps, booking);
}

async function reopen(deps: Dependencies, session: string): Promise<PaymentPage> {
  const { state, paid, url } = await readPayment(deps.stripe, session);
  if (state === 'open') return { sessionId: session, url };
  if (!paid) throw new Problem(409, NOT_PAYABLE);
  await settlePayment(deps, session);
  throw new Problem(409, 'This booking is already paid.');
}

async function create(deps: Dependencies, booking: Booking): Promise<PaymentPage> {
  const { db } = deps;
  const { session, destination } = await openPage(deps, booking);
  deps.background.later('checking a payment page', () =>
    deps.paymentPageOrigins.check(deps, session.url),
  );
  const [stored] = await db
    .update(bookings)
    .set({ checkoutSession: session.id, destination })
    .where(and(eq(bookings.id, booking.id), isNull(bookings.checkoutSession)))
    .returning({ id: bookings.id });
  if (stored) return { sessionId: session.id, url: session.url };
  // A concurrent request was faster. Its page counts; ours must not be paid.
  const [current] = await db
    .select({ session: bookings.checkoutSession })
    .from(bookings)
    .where(eq(bookings.id, booking.id));
  if (!current?.session) throw new Problem(409, NOT_PAYABLE);
  if (current.session !== session.id) await deps.stripe.checkout.sessions.expire(session.id);
  return reopen(deps, current.session);
}

/** Opens a page at the provider: for a destination charge, or, if the provider refuses that, for one without. */
async function openPage(deps: Dependencies, booking: Booking) {
  const { stripe } = deps;
  const { params, idempotencyKey } = await requestFor(deps, booking);
  const data = await destinationFor(deps, booking);
  if (data)
    try {
      const session = await stripe.checkout.sessions.create(
        { ...params, payment_intent_data: { ...params.payment_intent_data, ...data } },
        { idempotencyKey: `${idempotencyKey}-${data.transfer_data.destination}` },
      );
      return { session, destination: data.transfer_data.destination };
    } catch (error) {
      if (!isPermanent(error) && !(error instanceof Stripe.errors.StripePermissionError))
        throw error;
      log.warn(
        { code: 'payment.no_destination' },
        `the payment page of booking ${booking.id} has no destination charge: ${describeError(error)}`,
      );
    }
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey });
  return { session, destination: null };
}

/** Returns the coach's share of a payment, as the ledger counts it. */
export const computeShare = (cents: number, commissionBps: number): number =>
  cents - Math.floor((cents * commissionBps) / 10_000);

/** Transfer of the coach's share with the payment; null if that waits for the guarantee or the coach's account. */
async function destinationFor(
  { db, config }: Dependencies,
  { id, coachId, amountCents, commissionBps }: Booking,
) {
  const { connectSecret, destinationCharges } = config.stripe;
  if (!connectSecret || !destinationCharges) return null;
  const [ready] = await db
    .select({ account: payoutAccounts.account })
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.coachId, coachId),
        eq(payoutAccounts.enabled, true),
        isNull(payoutAccounts.retiredAt),
      ),
    );
  const amount = computeShare(amountCents, commissionBps);
  if (!ready || amount <= 0) return null;
  const transfer_data = { destination: ready.account, amount };
  return { transfer_data, transfer_group: getTransferGroup(id) };
}

/** Payment page request. Identical within a minute, as the idempotency key requires. */
async function requestFor({ db, config, now }: Dependencies, booking: Booking) {
  const [names] = await db
    .select({ coachName: coaches.name, label: services.label, email: users.email })
    .from(coaches)
    .innerJoin(services, eq(services.id, booking.serviceId))
    .innerJoin(users, eq(users.id, booking.studentId))
    .where(eq(coaches.id, booking.coachId));
  if (!names) throw notFound();
  const cancelled = new URLSearchParams({
    coach: String(booking.coachId),
    booking: String(booking.id),
  });
  if (booking.startsAt) cancelled.set('until', booking.holdExpiresAt.toISOString());
  const least = Math.max(booking.holdExpiresAt.getTime(), now().getTime() + MIN_CHECKOUT_MS);
  const expires = ((Math.floor(least / MINUTE_MS) + 2) * MINUTE_MS) / 1000;
  const name = `${names.label} with ${names.coachName}`;
  const metadata = { booking_id: String(booking.id) };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    allowed_payment_method_types: ['card'], // includes wallets; delayed methods confirm after the hold
    client_reference_id: String(booking.id),
    customer_email: names.email,
    expires_at: expires,
    line_items: [
      {
        quantity: booking.quantity,
        price_data: {
          currency: 'usd',
          unit_amount: booking.amountCents / booking.quantity,
          product_data: { name },
        },
      },
    ],
    metadata,
    payment_intent_data: { description: `Booking ${booking.id}: ${name}`, metadata },
    success_url: `${config.siteUrl}/booking-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${config.siteUrl}/booking-cancelled?${cancelled}`,
  };
  return { params, idempotencyKey: `checkout-${booking.id}-${expires}` };
}
