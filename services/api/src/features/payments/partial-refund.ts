import { eq, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import { dollars } from '../mail/format';
import { payBackFailures, resolveRetriedRefund } from './incidents';
import { getOutcome, isPermanent, providerDown } from './provider';
import { paidBackKey, recordFailure, recordPayment, recordRefunds } from './refund-reconciliation';
import { recordEventOnce } from './settle';

const PAID_BACK = 'refund.paid_back';
const RETRY_FAILED = 'refund.retry_failed';

/** Types of our own records among the provider's events. */
export const OWN_RECORDS = [PAID_BACK, RETRY_FAILED];

type Booking = typeof bookings.$inferSelect;

export interface PartialRefund {
  cents: number;
  refundedCents: number | undefined;
}

function requireRefundable(booking: Booking, { cents, refundedCents }: PartialRefund): string {
  const { paymentIntent: intent } = booking;
  if (!booking.paidAt || !intent) throw new Problem(409, 'This booking was never paid.');
  if (booking.refund === 'failed')
    throw new Problem(409, 'The full refund failed. Try it again without an amount.');
  if (booking.refund !== 'none')
    throw new Problem(409, 'The full payment is already being refunded.');
  if (refundedCents !== undefined && refundedCents !== booking.refundedCents)
    throw new Problem(
      409,
      `${dollars(booking.refundedCents)} is refunded by now. Please check the amount and try again.`,
    );
  const rest = (booking.paidCents ?? booking.amountCents) - booking.refundedCents;
  if (cents >= rest)
    throw new Problem(
      409,
      `A part must be less than ${dollars(rest)}. Refund or cancel the booking instead.`,
    );
  return intent;
}

/** Refunds a part of a payment. The idempotency key changes only with the refunded amount or after a rejection, so repeats refund once. */
export async function refundPart(
  deps: Dependencies,
  id: number,
  part: PartialRefund,
): Promise<void> {
  const { db, stripe } = deps;
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id));
  if (!booking) throw notFound();
  const intent = requireRefundable(booking, part);
  const { refundedCents, refundAttempts } = booking;
  const refund = await stripe.refunds
    .create(
      { payment_intent: intent, amount: part.cents },
      { idempotencyKey: `refund-part-${intent}-${refundedCents}-${refundAttempts}` },
    )
    .catch((error: unknown) => reject(deps, id, error));
  const outcome = getOutcome(refund);
  const record: typeof recordRefunds = async (within, current) => {
    if (outcome.state === 'returned') {
      // once for each refund: the provider replays it to a repeated request
      if (await recordEventOnce(within.db, { id: paidBackKey(refund.id), type: PAID_BACK }))
        await payBackFailures(within.db, { bookingId: id, cents: part.cents }, deps.now());
      return recordRefunds(within, current);
    }
    const { amount: amountCents, currency } = refund;
    const { refundedCents } = current.payment;
    const retry = { key: `refund ${refund.id}`, bookingId: id, amountCents };
    const announced =
      (await recordEventOnce(within.db, { id: `failed again ${refund.id}`, type: RETRY_FAILED })) &&
      (await resolveRetriedRefund(within.db, retry, deps.now()));
    const failure = { ...outcome, amountCents, currency, occurredAt: deps.now(), announced };
    return recordFailure(within, { id, refundedCents }, failure);
  };
  await recordPayment(deps, intent, record).catch(providerDown);
  if (outcome.state === 'failed')
    throw new Problem(
      409,
      `The payment provider couldn't refund ${dollars(part.cents)} (${outcome.why}).`,
    );
}

async function reject({ db }: Dependencies, id: number, error: unknown): Promise<never> {
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    throw new Problem(
      409,
      'Another refund for this booking is in progress. Please reload the page.',
    );
  if (!isPermanent(error)) return providerDown(error);
  await db
    .update(bookings)
    .set({ refundAttempts: sql`${bookings.refundAttempts} + 1` })
    .where(eq(bookings.id, id));
  throw new Problem(409, 'The payment provider rejected this refund.');
}
