import type { RefundFilter } from '@carry/contracts/api';
import { formatDollars } from '@carry/contracts/format';
import { and, desc, eq, gt, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, coaches, hasFailedRefund, reviews, services, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { sendTable } from '../../core/http/table';
import { readHistory } from '../booking-page/page';
import { endBooking } from '../bookings/cancel';
import { heldMinutes } from '../calendar/held-minutes';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { dollars } from '../mail/format';
import { refundMails } from '../mail/messages';
import {
  computeRest,
  failedCentsColumn,
  failedRest,
  readFailedRest,
} from '../payments/failed-refunds';
import { hasOpenDispute } from '../payments/incidents';
import { refundPart } from '../payments/partial-refund';
import { retryRefund, settleRefund } from '../payments/refunds';
import { readEarlierShare } from '../payouts/earlier-share';
import { readShare } from '../payouts/share';
import { readParties, shownEmail } from '../people/parties';
import { searchBookings } from './booking-search';
import { printBookings } from './booking-table';
import { belowId, MAX_LISTED } from './search';

type Booking = typeof bookings.$inferSelect;

/** States only a refund that the provider has confirmed as done. */
const describeRefund = ({ refund }: Booking) =>
  refund === 'returned' ? 'payment is refunded in full' : 'payment is being refunded in full';

const refundConditions: Record<RefundFilter, SQL> = {
  due: inArray(bookings.refund, ['due', 'begun']),
  failed: hasFailedRefund,
  refunded: gt(bookings.refundedCents, 0),
  requested: isNotNull(bookings.refundReason),
};

export const hasRefund = (filter: RefundFilter) => refundConditions[filter];

const list: Handler<'GET /api/operator/bookings/'> = async (
  { db },
  { query: { q, below, refund } },
) => {
  const rows = await db
    .select({
      id: bookings.id,
      student_id: bookings.studentId,
      student: shownEmail(users),
      coach_id: bookings.coachId,
      coach: coaches.name,
      service: services.label,
      startsAt: bookings.startsAt,
      status: bookings.status,
      amountCents: bookings.amountCents,
      paidCents: bookings.paidCents,
      refundedCents: bookings.refundedCents,
      failedCents: failedCentsColumn,
      paidAt: bookings.paidAt,
      refund: bookings.refund,
      refund_reason: bookings.refundReason,
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.studentId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(and(searchBookings(db, q), belowId(below, bookings.id), refund && hasRefund(refund)))
    .orderBy(desc(bookings.id))
    .limit(MAX_LISTED);
  return rows.map((row) => {
    const {
      startsAt,
      amountCents,
      paidCents: _,
      refundedCents,
      failedCents,
      paidAt,
      ...shown
    } = row;
    return {
      ...shown,
      session_time: startsAt?.toISOString() ?? null,
      amount: amountCents / 100,
      refunded: refundedCents / 100,
      failed_refund: failedRest(row, failedCents) / 100,
      paid: paidAt !== null,
    };
  });
};

const read: Handler<'GET /api/operator/bookings/{id}/'> = async (deps, { params }) => {
  const { db } = deps;
  const [row] = await db
    .select({
      booking: bookings,
      student: shownEmail(users),
      coach: coaches.name,
      service: services.label,
      review: reviews,
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.studentId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .leftJoin(reviews, eq(reviews.bookingId, bookings.id))
    .where(eq(bookings.id, params.id));
  if (!row) throw notFound();
  const { booking, review, ...names } = row;
  return {
    ...names,
    id: booking.id,
    student_id: booking.studentId,
    coach_id: booking.coachId,
    session_time: booking.startsAt?.toISOString() ?? null,
    duration_minutes: booking.durationMinutes,
    held_minutes: heldMinutes(booking),
    quantity: booking.quantity,
    status: booking.status,
    amount: booking.amountCents / 100,
    refunded: booking.refundedCents / 100,
    refund: booking.refund,
    failed_refund: (await readFailedRest(db, booking)) / 100,
    earlier_share: (await readEarlierShare(db, booking)) / 100,
    created_at: booking.createdAt.toISOString(),
    paid_at: booking.paidAt?.toISOString() ?? null,
    contact_info: booking.contactInfo,
    details: booking.details,
    refund_reason: booking.refundReason,
    payment_url: dashboardUrl(deps.config, booking.paymentIntent),
    share: await readShare(deps, booking),
    review: review && {
      ...{ rating: review.rating, comment: review.comment, hidden_because: review.hiddenBecause },
      reply: review.reply,
    },
    history: await readHistory(deps, booking, review?.createdAt ?? null),
  };
};

const toCents = (amount: number) => Math.round(amount * 100);

export async function lockBooking(tx: Database, id: number): Promise<Booking> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
  if (!booking) throw notFound();
  return booking;
}

/** True if a booking was cancelled too late for a refund, or its refund failed. */
const keepsPayment = ({ status, paidAt, refund }: Booking) =>
  status === 'cancelled' && paidAt !== null && (refund === 'none' || refund === 'failed');

/** Throws 409 if the payment differs from what the operator saw; undefined: not checked. */
function assertPaymentUnchanged({ paidAt }: Booking, paid: boolean | undefined): void {
  if (paid === undefined || paid === (paidAt !== null)) return;
  throw new Problem(
    409,
    paidAt
      ? 'The student has paid by now, so cancelling refunds them. Please check the booking and try again.'
      : "This booking isn't paid. Please check it and try again.",
  );
}

/** Cancels a booking at any time and refunds it. Idempotent. Returns the outcome. */
async function cancel(
  { db, config, now }: Dependencies,
  id: number,
  seen: { paid?: boolean | undefined },
): Promise<string> {
  return transact(db, async (tx) => {
    const booking = await lockBooking(tx, id);
    if (booking.status === 'completed')
      throw new Problem(409, 'This session is over. Refund its payment instead.');
    if (booking.status === 'expired')
      throw new Problem(409, 'This booking was never confirmed, so there is nothing to cancel.');
    if (keepsPayment(booking))
      throw new Problem(409, 'This booking is already cancelled. Refund its payment instead.');
    assertPaymentUnchanged(booking, seen.paid);
    if (booking.status === 'pending_payment')
      await tx.update(bookings).set({ status: 'expired' }).where(eq(bookings.id, id));
    else await endBooking(tx, booking, { config, by: 'operator', now: now() });
    return booking.paidAt ? `Cancelled; the ${describeRefund(booking)}` : 'Cancelled';
  });
}

/** Refunds a payment in full, once. Tries a failed refund again. Returns the outcome. */
async function refund(deps: Dependencies, id: number): Promise<string> {
  const { db, config, now } = deps;
  return transact(db, async (tx) => {
    const booking = await lockBooking(tx, id);
    if (booking.refund === 'failed') {
      await retryRefund({ ...deps, db: tx }, booking);
      return 'Trying the refund again';
    }
    if (booking.refund !== 'none') return `The ${describeRefund(booking)}`;
    if (!booking.paidAt) throw new Problem(409, 'This booking was never paid.');
    if (booking.status === 'confirmed')
      throw new Problem(409, 'This booking is still confirmed. Cancel it to refund the payment.');
    const current = now();
    await tx
      .update(bookings)
      .set({ refund: 'begun', refundAfter: current })
      .where(eq(bookings.id, id));
    const about = { config, booking, parties: await readParties(tx, booking) };
    await holdMails(tx, refundMails(about, null), { topic: statusTopic(id), now: current });
    return `The ${describeRefund(booking)}`;
  });
}

interface Settlement {
  /** Undefined: all of a failed full refund. */
  cents: number | undefined;
  /** Refunded before, as the operator saw it; undefined: not checked. */
  refundedCents: number | undefined;
}

/** Returns the amount to record. Throws 409 if this amount cannot have been paid another way. */
async function requireSettled(
  db: Database,
  booking: Booking,
  { cents, refundedCents }: Settlement,
): Promise<number> {
  const { refund } = booking;
  if (refund === 'begun')
    throw new Problem(409, "This refund is being tried right now. Don't pay it another way.");
  if (refundedCents !== undefined && refundedCents !== booking.refundedCents)
    throw new Problem(
      409,
      `${dollars(booking.refundedCents)} is refunded by now. Please check the amount and try again.`,
    );
  if ((await readFailedRest(db, booking)) === 0)
    throw new Problem(409, 'No refund of this booking has failed.');
  if (await hasOpenDispute(db, booking.id))
    throw new Problem(
      409,
      "This payment is disputed, so the student's bank may return it. Please resolve the dispute's incident first.",
    );
  const rest = computeRest(booking);
  if (refund === 'failed' && (cents ?? rest) !== rest)
    throw new Problem(409, `The full refund failed. Pay back all of the ${dollars(rest)}.`);
  const amount = refund === 'failed' ? rest : cents;
  if (amount === undefined) throw new Problem(409, 'Enter the amount that you paid back.');
  if (amount > rest) throw new Problem(409, `Only ${dollars(rest)} of the payment is left.`);
  return amount;
}

const settle = (deps: Dependencies, id: number, settlement: Settlement): Promise<string> =>
  transact(deps.db, async (tx) => {
    const booking = await lockBooking(tx, id);
    if (booking.refund === 'returned' && settlement.refundedCents === undefined)
      return `The ${describeRefund(booking)}`;
    await settleRefund({ ...deps, db: tx }, booking, await requireSettled(tx, booking, settlement));
    return 'Recorded as refunded another way';
  });

const toCentsIfGiven = (amount: number | undefined) =>
  amount === undefined ? undefined : toCents(amount);

export const operatorBookingHandlers = {
  'GET /api/operator/bookings/export/': ({ db }, { query: { q, refund }, context }) =>
    sendTable(
      context,
      'bookings.csv',
      printBookings(db, and(searchBookings(db, q), refund && hasRefund(refund))),
    ),
  'GET /api/operator/bookings/': list,
  'GET /api/operator/bookings/{id}/': read,
  'POST /api/operator/bookings/{id}/cancel/': async (deps, { params, body }) => ({
    detail: await cancel(deps, params.id, body),
  }),
  'POST /api/operator/bookings/{id}/refund/': async (deps, { params, body }) => {
    const { amount, refunded } = body;
    if (amount !== undefined) {
      await refundPart(deps, params.id, {
        cents: toCents(amount),
        refundedCents: toCentsIfGiven(refunded),
      });
      return { detail: `${formatDollars(amount)} of the payment is refunded` };
    }
    return { detail: await refund(deps, params.id) };
  },
  'POST /api/operator/bookings/{id}/settle/': async (
    deps,
    { params, body: { amount, refunded } },
  ) => ({
    detail: await settle(deps, params.id, {
      cents: toCentsIfGiven(amount),
      refundedCents: toCentsIfGiven(refunded),
    }),
  }),
} satisfies Partial<Handlers>;

const TEST_KEY = /^[a-z]k_test_/;

export const dashboardUrl = (
  { stripe }: Pick<ApiConfig, 'stripe'>,
  intent: string | null,
): string | null =>
  intent &&
  `https://dashboard.stripe.com/${TEST_KEY.test(stripe.secretKey) ? 'test/' : ''}payments/${encodeURIComponent(intent)}`;
