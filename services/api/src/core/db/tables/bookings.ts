import {
  MAX_COMMENT,
  MAX_CONTACT,
  MAX_DETAILS,
  MAX_NAME,
  MAX_NOTES,
  MAX_RATING,
  MAX_REASON,
  MAX_REPLY,
  MAX_TIME_ZONE,
  MIN_RATING,
} from '@carry/contracts/limits';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, users } from './accounts';
import { coaches, services } from './coaches';
import { literal } from './literal';

export const sortedStart = sql`(coalesce(starts_at, 'infinity'))`;
/** Bookings that members see: paid ones. Literal, so that it matches the partial indexes. */
export const isListed = sql`status IN ('confirmed', 'cancelled', 'completed')`;

/** Bookings that a periodic job still has to look at. Literals, so that they match the partial indexes. */
export const isAhead = sql`status = 'confirmed'`;
export const hasOpenPage = sql`status = 'expired' AND checkout_session IS NOT NULL AND NOT checkout_closed`;
export const awaitsPayout = sql`status IN ('completed', 'cancelled') AND refund = 'none' AND paid_at IS NOT NULL AND NOT has_transfer AND paid_by_hand_cents = 0`;
export const isOverpaid = sql`is_overpaid`;
export const hasFailedRefund = sql`has_failed_refund`;
/** Has texts of a student who never paid. */
export const hasUnpaidTexts = sql`status = 'expired' AND paid_at IS NULL AND (contact_info <> '' OR details <> '' OR time_zone IS NOT NULL)`;
export const startOrPayment = sql`(coalesce(starts_at, paid_at))`;
/** Latest event after which the guarantee can run. */
export const settledSince = sql`(coalesce(delivered_at, completed_at, ends_at, paid_at))`;

export const bookings = pgTable(
  'bookings',
  {
    id: serial('id').primaryKey(),
    studentId: integer('student_id')
      .notNull()
      .references(() => users.id),
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id),
    serviceId: integer('service_id')
      .notNull()
      .references(() => services.id),
    quantity: integer('quantity').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Tax in the amount, in hundredths of a percent, as set at the time of booking; null: unknown. */
    taxBasisPoints: integer('tax_basis_points'),
    durationMinutes: integer('duration_minutes').notNull(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    contactInfo: text('contact_info').notNull(),
    details: text('details').notNull(),
    notes: text('notes').notNull().default(''),
    status: text('status', {
      enum: ['pending_payment', 'expired', 'confirmed', 'cancelled', 'completed'],
    }).notNull(),
    holdExpiresAt: instant('hold_expires_at').notNull(),
    checkoutSession: text('checkout_session').unique(),
    checkoutClosed: boolean('checkout_closed').notNull().default(false),
    paymentIntent: text('payment_intent'),
    /** Coach's account at the provider that gets its share with the payment; null: by a transfer after the guarantee. */
    destination: text('destination'),
    createdAt: instant('created_at').notNull().defaultNow(),
    paidAt: instant('paid_at'),
    /** Amount paid, if it differs from the price. */
    paidCents: integer('paid_cents'),
    /** Site's share of the payment in hundredths of a percent, as set when the booking was made. */
    commissionBps: integer('commission_bps').notNull().default(0),
    /** Refunded amount, including manual refunds, lost disputes and `settledCents`. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Part of the refunded amount that operators paid back another way than with the payment provider. */
    settledCents: integer('settled_cents').notNull().default(0),
    /** Part of the coach's share that operators paid another way than by a transfer; negative: the coach paid a transfer back another way. */
    paidByHandCents: integer('paid_by_hand_cents').notNull().default(0),
    refundAttempts: integer('refund_attempts').notNull().default(0),
    checkoutAttempts: integer('checkout_attempts').notNull().default(0),
    checkoutAfter: instant('checkout_after'),
    /** Refund state; `begun` can no longer be undone. */
    refund: text('refund', { enum: ['none', 'due', 'begun', 'returned', 'failed'] })
      .notNull()
      .default('none'),
    refundAfter: instant('refund_after'),
    /** A full refund failed, or a failed part is open; set by triggers. */
    hasFailedRefund: boolean('has_failed_refund').notNull().default(false),
    /** Last status sent to the student, while a change may still be undone. */
    undoStatus: text('undo_status'),
    undoUntil: instant('undo_until'),
    /** Free cancellation deadline as shown before payment; null without a time. */
    cancelUntil: instant('cancel_until'),
    movedFrom: instant('moved_from'),
    movedAt: instant('moved_at'),
    /** Another start that the coach suggests; a trigger ends it with the session's time or status. */
    suggestedStart: instant('suggested_start'),
    /** Time zone of the student's mails; null: UTC. */
    timeZone: text('time_zone'),
    /** iCalendar SEQUENCE: counts changes of time or cancellation. */
    sequence: integer('sequence').notNull().default(0),
    completedAt: instant('completed_at'),
    deliveredAt: instant('delivered_at'),
    /** Reason for a refund under the guarantee, perhaps empty; null: not requested. */
    refundReason: text('refund_reason'),
    refundRequestedAt: instant('refund_requested_at'),
    /** A transfer pays the coach's share; set by a trigger. */
    hasTransfer: boolean('has_transfer').notNull().default(false),
    /** More is paid out than the coach's share; set by a trigger. */
    isOverpaid: boolean('is_overpaid').notNull().default(false),
    /** Number among the student's paid bookings with this coach, from 1; set by a trigger. */
    studentNth: integer('student_nth'),
  },
  (table) => [
    check('bookings_quantity_check', sql`quantity >= 1`),
    check('bookings_amount_cents_check', sql`amount_cents > 0`),
    check('bookings_tax_check', sql`tax_basis_points BETWEEN 0 AND 10000`),
    check('bookings_commission_check', sql`commission_bps BETWEEN 0 AND 10000`),
    check('bookings_refunded_cents_check', sql`refunded_cents >= 0`),
    check('bookings_settled_cents_check', sql`settled_cents >= 0`),
    check('bookings_paid_by_hand_cents_check', sql`paid_by_hand_cents >= 0 OR has_transfer`),
    check('bookings_check', sql`(starts_at IS NULL) = (ends_at IS NULL)`),
    check(
      'bookings_status_check',
      sql`status IN ('pending_payment', 'expired', 'confirmed', 'cancelled', 'completed')`,
    ),
    check('bookings_refund_check', sql`refund IN ('none', 'due', 'begun', 'returned', 'failed')`),
    check(
      'no_session_for_returned_money',
      sql`refund = 'none' OR status NOT IN ('pending_payment', 'confirmed')`,
    ),
    check('refund_has_a_time', sql`refund NOT IN ('due', 'begun') OR refund_after IS NOT NULL`),
    check('bookings_contact_length', literal`char_length(contact_info) <= ${MAX_CONTACT}`),
    check('bookings_details_length', literal`char_length(details) <= ${MAX_DETAILS}`),
    check('bookings_notes_length', literal`char_length(notes) <= ${MAX_NOTES}`),
    check('bookings_reason_length', literal`char_length(refund_reason) <= ${MAX_REASON}`),
    check('bookings_time_zone_length', literal`char_length(time_zone) <= ${MAX_TIME_ZONE}`),
    index('bookings_student').on(table.studentId),
    index('bookings_coach').on(table.coachId, table.startsAt),
    uniqueIndex('one_hold_per_student').on(table.studentId).where(sql`status = 'pending_payment'`),
    index('bookings_refund').on(table.refundAfter).where(sql`refund IN ('due', 'begun')`),
    index('bookings_with_failed_refund').on(table.id).where(hasFailedRefund),
    index('bookings_refunded').on(table.id).where(sql`refunded_cents > 0`),
    index('bookings_refund_requested').on(table.id).where(sql`refund_reason IS NOT NULL`),
    index('bookings_by_request')
      .on(table.refundRequestedAt)
      .where(sql`refund_requested_at IS NOT NULL`),
    index('bookings_ahead').on(table.startsAt).where(isAhead),
    index('bookings_open').on(startOrPayment).where(isAhead),
    index('bookings_open_page').on(table.id).where(hasOpenPage),
    index('bookings_unpaid').on(table.holdExpiresAt).where(hasUnpaidTexts),
    index('bookings_awaiting_payout').on(table.coachId, settledSince).where(awaitsPayout),
    index('bookings_overpaid').on(table.id).where(isOverpaid),
    index('bookings_payment').on(table.paymentIntent),
    index('bookings_by_price').on(table.amountCents),
    index('bookings_by_paid_amount').on(table.paidCents).where(sql`paid_cents IS NOT NULL`),
    index('bookings_by_refunded_amount').on(table.refundedCents).where(sql`refunded_cents > 0`),
    index('bookings_paid_of_coach')
      .on(table.coachId, table.paidAt, table.id)
      .where(sql`paid_at IS NOT NULL`),
    index('bookings_by_payment').on(table.paidAt).where(sql`paid_at IS NOT NULL`),
    index('bookings_numbered').on(table.coachId, table.studentId, table.studentNth),
    index('bookings_of_coach').on(table.coachId, sortedStart, table.id).where(isListed),
    index('bookings_of_coach_by_status').on(table.coachId, table.status, sortedStart, table.id),
    index('bookings_of_student').on(table.studentId, sortedStart, table.id).where(isListed),
  ],
);

export const reminders = pgTable(
  'reminders',
  {
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    reader: text('reader', { enum: ['student', 'coach'] })
      .notNull()
      .default('student'),
    kind: text('kind', { enum: ['day', 'hour'] }).notNull(),
    /** Start that the reminder was for; a moved session gets new reminders. */
    startsAt: instant('starts_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.reader, table.kind, table.startsAt] }),
    check('reminders_kind_check', sql`kind IN ('day', 'hour')`),
    check('reminders_reader_check', sql`reader IN ('student', 'coach')`),
  ],
);

export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull().defaultNow(),
});

export const paymentIncidents = pgTable(
  'payment_incidents',
  {
    id: serial('id').primaryKey(),
    /** Dispute, payout or booking; newer events of the same key replace it. */
    key: text('key').notNull().unique(),
    type: text('type').notNull(),
    bookingId: integer('booking_id').references(() => bookings.id),
    summary: text('summary').notNull(),
    amountCents: integer('amount_cents'),
    currency: text('currency'),
    announced: boolean('announced').notNull().default(false),
    occurredAt: instant('occurred_at').notNull(),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    index('payment_incidents_open').on(table.id).where(sql`resolved_at IS NULL`),
    index('payment_incidents_of_booking').on(table.bookingId).where(sql`resolved_at IS NULL`),
  ],
);

/** Open incident of a failed refund. */
export const isOpenFailure = sql`${paymentIncidents.type} = 'refund.failed' AND ${paymentIncidents.resolvedAt} IS NULL`;

export const reviews = pgTable(
  'reviews',
  {
    id: serial('id').primaryKey(),
    coachId: integer('coach_id')
      .notNull()
      .references(() => coaches.id),
    bookingId: integer('booking_id')
      .unique()
      .references(() => bookings.id),
    reviewerName: text('reviewer_name').notNull(),
    comment: text('comment').notNull(),
    rating: integer('rating').notNull(),
    reply: text('reply'),
    createdAt: instant('created_at').notNull().defaultNow(),
    hiddenBecause: text('hidden_because'),
  },
  (table) => [
    index('reviews_by_coach').on(table.coachId, table.id),
    index('reviews_hidden').on(table.id).where(sql`hidden_because IS NOT NULL`),
    index('reviews_by_rating').on(table.coachId, table.rating).where(sql`hidden_because IS NULL`),
    check('reviews_rating_check', literal`rating BETWEEN ${MIN_RATING} AND ${MAX_RATING}`),
    check('reviews_name_length', literal`char_length(reviewer_name) BETWEEN 1 AND ${MAX_NAME}`),
    check('reviews_comment_length', literal`char_length(comment) <= ${MAX_COMMENT}`),
    check('reviews_reply_length', literal`char_length(reply) BETWEEN 1 AND ${MAX_REPLY}`),
  ],
);

export const reviewReports = pgTable(
  'review_reports',
  {
    reviewId: integer('review_id')
      .notNull()
      .references(() => reviews.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.userId] }),
    index('review_reports_by_user').on(table.userId),
  ],
);
