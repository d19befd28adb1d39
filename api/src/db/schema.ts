import { boolean, date, integer, jsonb, pgTable, primaryKey, serial, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const users = pgTable('users', {
  id: serial('id').primaryKey(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  verifiedAt: instant('verified_at'),
  /** When its person left; nothing of them is in the row any more. */
  deletedAt: instant('deleted_at'),
});

export const mailTokens = pgTable('mail_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  purpose: text('purpose', { enum: ['verify', 'reset', 'change'] }).notNull(),
  /** The new address, of a change. */
  address: text('address'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  family: uuid('family').notNull(),
  userId: integer('user_id').notNull(),
  /** When the family began: somebody logged in. */
  openedAt: instant('opened_at').notNull().defaultNow(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Where it is, roughly, such as "Chrome on Windows". */
  device: text('device'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  revokedAt: instant('revoked_at'),
});

export const usedCaptchas = pgTable('used_captchas', {
  signature: text('signature').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

export const attempts = pgTable('attempts', {
  id: serial('id').primaryKey(),
  key: text('key').notNull(),
  at: instant('at').notNull(),
});

export interface RankImage {
  /** A file of ours, or the address of a picture elsewhere. */
  path: string;
  alt: string;
}

export const coaches = pgTable('coaches', {
  id: serial('id').primaryKey(),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  imagePath: text('image_path'),
  specialOffer: text('special_offer'),
  rankImages: jsonb('rank_images').$type<RankImage[]>().notNull(),
  timeZone: text('time_zone').notNull(),
  /** Kept free before and after each session. */
  bufferMinutes: integer('buffer_minutes').notNull().default(0),
  /** A session begins so long after it is booked, at the earliest. */
  noticeMinutes: integer('notice_minutes').notNull().default(120),
  /** So far ahead times are offered. */
  daysAhead: integer('days_ahead').notNull().default(60),
});

/** Minutes of a day, from midnight. */
export interface DayWindow {
  startMinute: number;
  endMinute: number;
}

export const specialDays = pgTable(
  'special_days',
  {
    coachId: integer('coach_id').notNull(),
    /** yyyy-mm-dd in the coach's zone. */
    day: date('day', { mode: 'string' }).notNull(),
    windows: jsonb('windows').$type<DayWindow[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId, table.day] })],
);

export const weeklyHours = pgTable(
  'weekly_hours',
  {
    coachId: integer('coach_id').notNull(),
    weekday: integer('weekday').notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId, table.weekday, table.startMinute] })],
);

export const services = pgTable('services', {
  id: serial('id').primaryKey(),
  coachId: integer('coach_id').notNull(),
  slug: text('slug').notNull(),
  label: text('label').notNull(),
  rateCents: integer('rate_cents').notNull(),
  isHourly: boolean('is_hourly').notNull(),
  position: integer('position').notNull(),
  /** When another one took its place, or none: it can be booked no more. */
  retiredAt: instant('retired_at'),
});

export const bookings = pgTable('bookings', {
  id: serial('id').primaryKey(),
  studentId: integer('student_id').notNull(),
  coachId: integer('coach_id').notNull(),
  serviceId: integer('service_id').notNull(),
  quantity: integer('quantity').notNull(),
  amountCents: integer('amount_cents').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  contactInfo: text('contact_info').notNull(),
  details: text('details').notNull(),
  notes: text('notes').notNull().default(''),
  status: text('status', { enum: ['pending_payment', 'expired', 'confirmed', 'cancelled', 'completed'] }).notNull(),
  holdExpiresAt: instant('hold_expires_at').notNull(),
  checkoutSession: text('checkout_session'),
  checkoutClosed: boolean('checkout_closed').notNull().default(false),
  paymentIntent: text('payment_intent'),
  paidAt: instant('paid_at'),
  /** Whether the payment goes back; `begun` cannot be taken back any more. */
  refund: text('refund', { enum: ['none', 'due', 'begun', 'returned', 'failed'] })
    .notNull()
    .default('none'),
  refundAfter: instant('refund_after'),
  /** The status that the student was told last, while a change may still be undone. */
  undoStatus: text('undo_status'),
  undoUntil: instant('undo_until'),
  /** Until when the student may cancel free of charge, as was said before paying; null for a service without a time. */
  cancelUntil: instant('cancel_until'),
  completedAt: instant('completed_at'),
  /** What the student said when they asked for the guarantee, perhaps nothing; null: they did not ask. */
  refundReason: text('refund_reason'),
});

export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull().defaultNow(),
});

export const reviews = pgTable('reviews', {
  id: serial('id').primaryKey(),
  coachId: integer('coach_id').notNull(),
  bookingId: integer('booking_id'),
  reviewerName: text('reviewer_name').notNull(),
  comment: text('comment').notNull(),
  rating: integer('rating').notNull(),
  /** What the coach says to it. */
  reply: text('reply'),
  /** Set by the operator: the review is not shown. */
  hiddenBecause: text('hidden_because'),
});

export const reviewReports = pgTable(
  'review_reports',
  { reviewId: integer('review_id').notNull(), userId: integer('user_id').notNull(), reason: text('reason').notNull() },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] })],
);

export const chatStates = pgTable('chat_states', {
  stateHash: text('state_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  bookingId: integer('booking_id').notNull(),
  verifier: text('verifier').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const chatAccounts = pgTable('chat_accounts', {
  userId: integer('user_id').primaryKey(),
  chatId: text('chat_id').notNull(),
  username: text('username').notNull(),
});

export const chatClaims = pgTable('chat_claims', {
  tokenHash: text('token_hash').primaryKey(),
  bookingId: integer('booking_id').notNull(),
  chatId: text('chat_id').notNull(),
  username: text('username').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const outbox = pgTable('outbox', {
  id: serial('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Not before: the first time, the end of a lease, or the next try. */
  nextAttemptAt: instant('next_attempt_at').notNull(),
  sentAt: instant('sent_at'),
  failedAt: instant('failed_at'),
  /** What the mail is about: while it is held, a later one of the same topic takes its place. */
  topic: text('topic'),
});

export const waitlist = pgTable(
  'waitlist',
  { game: text('game').notNull(), email: text('email').notNull(), createdAt: instant('created_at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.game, table.email] })],
);
