import { and, eq } from 'drizzle-orm';
import { bookings, chatAccounts } from '../../core/db/schema';
import { type Handler, type Handlers, Reply } from '../../core/http/handler';
import { log } from '../../core/process/log';
import { createCheckout } from './checkout';
import { explainUnbooked, refundNotice } from './payment-outcome';
import { providerDown } from './provider';
import { readPurchase } from './purchase';
import { createReceipt, hasReceipt } from './receipt';
import { settlePayment } from './settle';

const openAnyPage: Handler<'POST /api/create-checkout-session/'> = async (deps, { body }) => {
  const { booking_id, coachId, serviceId, contactInfo, details } = body;
  return createCheckout(deps, {
    bookingId: booking_id,
    coachId,
    serviceId,
    contact: contactInfo,
    details,
  }).catch(providerDown);
};

const openOwnPage: Handler<'POST /api/bookings/{id}/checkout/'> = async (
  deps,
  { userId, params },
) => createCheckout(deps, { bookingId: params.id, studentId: userId }).catch(providerDown);

const getSuccessInfo: Handler<'GET /api/stripe/success-info/'> = async (
  deps,
  { userId, query: { session_id } },
) => {
  const { db } = deps;
  const isOwn = and(eq(bookings.checkoutSession, session_id), eq(bookings.studentId, userId));
  const find = async () => (await db.select().from(bookings).where(isOwn))[0];
  let booking = await find();
  if (!booking)
    return new Reply(404, {
      error: "We couldn't find a booking of yours for this payment.",
    });
  if (!booking.paidAt) {
    await settlePayment(deps, session_id).catch((error: Error) =>
      log.warn(
        { code: 'payment.check_failed' },
        `failed to check the payment: ${error.name}; the webhook or the sweep confirms it`,
      ),
    );
    booking = (await find()) ?? booking;
  }
  if (booking.status === 'pending_payment') return new Reply(202, { status: 'pending' });
  const proof = {
    purchase: await readPurchase(deps, booking.id),
    receipt: createReceipt(deps.config, booking),
  };
  const error = explainUnbooked(booking);
  if (error) return new Reply(410, { error, ...(hasReceipt(booking) && proof) });
  const [discord = null] = await db
    .select({ username: chatAccounts.username })
    .from(chatAccounts)
    .where(eq(chatAccounts.userId, userId));
  return {
    booking_id: booking.id,
    discord,
    notice: refundNotice(booking),
    ...proof,
  };
};

export const paymentHandlers = {
  'POST /api/create-checkout-session/': openAnyPage,
  'POST /api/bookings/{id}/checkout/': openOwnPage,
  'GET /api/stripe/success-info/': getSuccessInfo,
} satisfies Partial<Handlers>;
