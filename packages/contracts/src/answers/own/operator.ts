import { webAddress } from '../fields';
import { listOrPage, type PageAnswer } from '../page';
import { additive, flag, list, maybe, number, type Of, object, type Shape, text } from '../shape';
import { bookingMoney } from './booking';
import { profileFields } from './coach';

const id = number(1);
const words = maybe(text);

export const done = object({ detail: text });

export const operatorSession = object({ enrolled: flag, until: words, recovery_codes: number(0) });
export type OperatorSession = Of<typeof operatorSession>;

export const secondFactor = object({ secret: text, url: text });
export type SecondFactor = Of<typeof secondFactor>;

export const recoveryCodes = object({ codes: list(text) });

export const overview = object({
  sessions: list(
    object({ id, session_time: text, student: text, coach: text, service: text, status: text }),
  ),
  /** Also counts sessions that the list leaves out. */
  session_count: additive(number(0)),
  revenue: object({ paid: number(0), refunded: number(0) }),
  refunds_due: number(0),
  refunds_failed: number(0),
  failed_payouts: additive(number(0)),
  refunds_requested: additive(number(0)),
  failed_mails: number(0),
  reported_reviews: number(0),
  reported_messages: number(0),
  open_applications: number(0),
  provider: object({ last_event_at: words, open_incidents: number(0) }),
});
export type Overview = Of<typeof overview>;

export const incidents = list(
  object({
    id,
    type: text,
    booking_id: maybe(id),
    refund: words,
    summary: text,
    amount_cents: maybe(number()),
    currency: words,
    occurred_at: text,
  }),
);
export type Incident = Of<typeof incidents>[number];

export const operatorBookings = list(
  object({
    id,
    student_id: id,
    student: text,
    coach_id: id,
    coach: text,
    service: text,
    session_time: words,
    status: text,
    amount: number(0),
    refunded: number(0),
    /** Could not be refunded and is open, in USD. */
    failed_refund: additive(number(0)),
    paid: flag,
    refund: text,
    refund_reason: additive(words),
  }),
);
export type OperatorBookingRow = Of<typeof operatorBookings>[number];

export const operatorBooking = object({
  id,
  student_id: id,
  student: text,
  coach_id: id,
  coach: text,
  service: text,
  session_time: words,
  duration_minutes: number(0),
  held_minutes: additive(number(0)),
  quantity: number(0),
  status: text,
  amount: number(0),
  refunded: number(0),
  refund: text,
  failed_refund: additive(number(0)),
  /** Share of the coach before a refund or lost dispute that perhaps was paid by hand, in USD. */
  earlier_share: additive(number(0)),
  created_at: text,
  paid_at: words,
  contact_info: text,
  details: text,
  refund_reason: words,
  payment_url: additive(maybe(webAddress)),
  ...bookingMoney,
  review: additive(
    maybe(object({ rating: number(1, 5), comment: text, hidden_because: words, reply: words })),
  ),
});
export type OperatorBookingPage = Of<typeof operatorBooking>;

export const applications = list(
  object({
    id,
    name: text,
    email: text,
    game: text,
    rank: text,
    links: text,
    about: text,
    time_zone: text,
    since: text,
    state: text,
    decided_at: words,
    coach_id: maybe(id),
    game_name: additive(text),
    confirmed: additive(flag),
    picture: maybe(text),
  }),
);
export type Application = Of<typeof applications>[number];

export const operatorCoaches = list(
  object({
    id,
    name: text,
    email: text,
    services: number(0),
    locked: additive(flag),
    payouts: additive(text),
  }),
);
export type OperatorCoachRow = Of<typeof operatorCoaches>[number];

export const operatorCoach = object({
  id,
  email: text,
  slug: words,
  locked: additive(flag),
  payouts: additive(object({ state: text, failure: words, account: words })),
  ...profileFields,
});
export type OperatorCoach = Of<typeof operatorCoach>;

export const operators = list(
  object({ id, email: text, since: text, enrolled: flag, own: additive(flag) }),
);
export type Operator = Of<typeof operators>[number];

export const members = list(
  object({
    id,
    email: text,
    since: text,
    verified: flag,
    locked_at: words,
    coach_id: maybe(id),
    bookings: number(0),
  }),
);
export type Member = Of<typeof members>[number];

const reportedReview = object({
  id,
  coach_id: id,
  /** Older APIs lack it. */
  coach: words,
  reviewer_name: text,
  rating: number(1, 5),
  comment: text,
  reply: words,
  reasons: list(text),
  hidden_because: words,
});
export type ReportedReview = Of<typeof reportedReview>;
export const reportedReviews: Shape<ReportedReview[] | PageAnswer<ReportedReview>> =
  listOrPage(reportedReview);

const reportedMessage = object({
  id,
  booking_id: id,
  author: text,
  text,
  files: list(text),
  attachments: additive(list(object({ id, name: text, size: number(0) }))),
  around: additive(list(object({ id, author: text, text, sent_at: text }))),
  reasons: list(text),
});
export type ReportedMessage = Of<typeof reportedMessage>;
export const reportedMessages: Shape<ReportedMessage[] | PageAnswer<ReportedMessage>> =
  listOrPage(reportedMessage);

export const waitingEntries = list(
  object({
    game: text,
    game_name: additive(text),
    email: text,
    since: text,
    invited_at: words,
    unsubscribed: flag,
  }),
);
export type WaitingEntry = Of<typeof waitingEntries>[number];

export const invited = object({
  invited: number(0),
  /** True if more wait: their invitations follow. */
  more: additive(flag),
});

export const operatorMails = list(
  object({
    id,
    recipient: text,
    subject: text,
    state: text,
    attempts: number(0),
    failure: words,
    created_at: text,
    sent_at: words,
    sendable: flag,
  }),
);
export type OperatorMail = Of<typeof operatorMails>[number];

export const auditEntries = list(
  object({
    id,
    at: text,
    who: text,
    action: text,
    target: maybe(id),
    amount: maybe(number()),
    status: maybe(number()),
    reason: words,
  }),
);
export type AuditEntry = Of<typeof auditEntries>[number];

export const dueShares = object({ amount: number(0), bookings: number(0) });

const failedPayouts = list(
  object({
    coach_id: id,
    coach: text,
    booking_id: maybe(id),
    amount: maybe(number(0)),
    reason: words,
  }),
);
export type FailedPayout = Of<typeof failedPayouts>[number];

const sums = {
  bookings: number(0),
  paid: number(0),
  refunded: number(0),
  commission: number(),
  paid_out: number(),
  pending: number(),
  tax: maybe(number()),
};

export const weekRevenue = object({
  /** Null from an API of an earlier release, which knows weeks only. */
  by: words,
  weeks: list(object({ week: text, ...sums })),
  failed_payouts: failedPayouts,
  ledger_years: additive(list(number(1))),
});
export type WeekRevenue = Of<typeof weekRevenue>;

export const coachRevenue = list(object({ coach_id: id, coach: text, ...sums }));
export type CoachRevenue = Of<typeof coachRevenue>[number];
