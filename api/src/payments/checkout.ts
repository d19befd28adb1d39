import { and, eq } from 'drizzle-orm';
import { bookings, coaches, services as serviceTable, users } from '../db/schema';
import { notFound, Problem } from '../http/problem';
import type { Services } from '../services';

/** Stripe takes no shorter life for a payment page. */
const SHORTEST_CHECKOUT_MS = 30 * 60_000;
/** A little more, since Stripe compares with its own clock. */
const CHECKOUT_SLACK_MS = 60_000;

export interface CheckoutRequest {
  bookingId: number;
  coachId: number;
  serviceId: number;
  contact: string;
  details: string;
}

/**
 * Opens the payment page of a booking, or answers the one it has. The amount is the booking's own.
 * The call carries no token, so it must repeat what only the student typed.
 */
export async function openCheckout(
  { db, stripe, config, now }: Services,
  { bookingId, coachId, serviceId, contact, details }: CheckoutRequest,
) {
  const [row] = await db
    .select({ booking: bookings, coachName: coaches.name, label: serviceTable.label, email: users.email })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(serviceTable, eq(serviceTable.id, bookings.serviceId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .where(
      and(
        eq(bookings.id, bookingId),
        eq(bookings.coachId, coachId),
        eq(bookings.serviceId, serviceId),
        eq(bookings.contactInfo, contact),
        eq(bookings.details, details),
      ),
    );
  if (!row) throw notFound();
  const { booking } = row;
  if (booking.status !== 'pending_payment' || booking.holdExpiresAt <= now()) throw new Problem(409, 'This booking can no longer be paid.');
  if (booking.checkoutSession) {
    const open = await stripe.checkout.sessions.retrieve(booking.checkoutSession);
    if (open.status === 'open') return { sessionId: open.id, url: open.url };
    throw new Problem(409, 'This booking can no longer be paid.');
  }
  const cancelled = new URLSearchParams({ coach: String(booking.coachId) });
  if (booking.startsAt) cancelled.set('until', booking.holdExpiresAt.toISOString());
  const expires = Math.max(booking.holdExpiresAt.getTime(), Date.now() + SHORTEST_CHECKOUT_MS + CHECKOUT_SLACK_MS);
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: String(booking.id),
      customer_email: row.email,
      expires_at: Math.floor(expires / 1000),
      line_items: [
        {
          quantity: booking.quantity,
          price_data: {
            currency: 'usd',
            unit_amount: booking.amountCents / booking.quantity,
            product_data: { name: `${row.label} with ${row.coachName}` },
          },
        },
      ],
      metadata: { booking_id: String(booking.id) },
      success_url: `${config.siteUrl}/booking-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${config.siteUrl}/booking-cancelled?${cancelled}`,
    },
    { idempotencyKey: `booking-${booking.id}-${booking.holdExpiresAt.getTime()}` },
  );
  await db.update(bookings).set({ checkoutSession: session.id }).where(eq(bookings.id, booking.id));
  return { sessionId: session.id, url: session.url };
}
