import { z } from 'zod';
import { MAX_CONTACT, MAX_DETAILS, MAX_NOTES, MAX_QUANTITY, MAX_REASON } from '../rules/limits';
import {
  calendarDay,
  detail,
  filled,
  filledLine,
  id,
  moment,
  numeric,
  params,
  text,
  timeZone,
  trimmed,
} from './fields';
import { pageOf, pageQuery } from './paging';
import type { CallTable } from './rules';

export const selectedSlot = z.object({
  date: z.string(),
  time: z.string(),
  displayTime: z.string(),
  label: z.string(),
});
export type SelectedSlot = z.infer<typeof selectedSlot>;

export const status = z.enum(['confirmed', 'cancelled', 'completed']);
export type Status = z.infer<typeof status>;

export const refund = z.enum(['none', 'due', 'returned']);
export type Refund = z.infer<typeof refund>;

/** Payment fields of listed bookings: units or hours, USD, and the refunded part. */
const payment = {
  quantity: z.number().int(),
  amount: z.number(),
  refund,
  /** True if the provider couldn't make the refund: it is due until an operator settles it. */
  refund_failed: z.boolean(),
  refunded: z.number(),
};

const moved = { moved_from: z.string().nullable() };

/** False for a service without a set time, such as a recorded review. */
const timed = { timed: z.boolean() };

const zoned = {
  /** Time zone of the caller's mails about this booking; null: not chosen. */
  time_zone: z.string().nullable(),
};
const unread = {
  /** Messages of the other side that the reader has not seen; ends at 100. */
  unread: z.number().int(),
};

/** Minutes that are held from `session_time`; the coach arranges the rest. Null without a time. */
const heldMinutes = z.number().int().nullable();

export const mySession = z.object({
  id: z.number().int(),
  coach_name: z.string(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  held_minutes: heldMinutes,
  status,
  service_type: z.string(),
  service_name: z.string(),
  coach_image_url: z.string().nullable(),
  has_review: z.boolean(),
  /** True once the student has connected Discord; absent if the coach has their own meeting link. */
  joined: z.boolean().optional(),
  ...payment,
  ...moved,
  ...timed,
  ...zoned,
  ...unread,
  /** Deadlines (ISO 8601) for free cancellation and for a refund request; null: not possible. */
  cancel_until: z.string().nullable(),
  refund_until: z.string().nullable(),
  /** Time (ISO 8601) from which the student can request a refund of a confirmed booking; sooner if its coach completes it. */
  refund_from: z.string().nullable(),
  /** Deadline (ISO 8601) for moving the session; null: not possible. */
  move_until: z.string().nullable(),
  /** Start that the coach suggests instead (ISO 8601), while it can be accepted, also after `move_until`; null: none. */
  suggested_time: z.string().nullable(),
  /** Deadline (ISO 8601) for accepting the suggested start; null: none. */
  suggested_until: z.string().nullable(),
  calendar_url: z.string().nullable(),
});

const coachBooking = z.object({
  id: z.number().int(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  held_minutes: heldMinutes,
  service_type: z.string(),
  service_name: z.string(),
  student_name: z.string(),
  /** Number of this booking among the student's with this coach, from 1. */
  student_booking: z.number().int(),
  contact_info: z.string(),
  details: z.string(),
  notes: z.string(),
  status,
  ...payment,
  ...moved,
  ...timed,
  ...zoned,
  ...unread,
  calendar_url: z.string().nullable(),
});

export const historyEntry = z.object({
  at: z.string(),
  what: z.enum([
    'booked',
    'moved',
    'cancelled',
    'reopened',
    'completed',
    'delivered',
    'refunding',
    'refunded',
    'part_refunded',
    'refund_reversed',
    'suggested',
    'declined',
    'withdrawn',
    'reviewed',
  ]),
  /** Start before and after a move, or a suggested one. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Of a partial refund, or of one that was reversed, in USD. */
  amount: z.number().nullable(),
});

/** Sums of the ledger for a booking in USD: paid = pending + paid out + refunded + commission. */
export const share = z.object({
  paid: z.number(),
  commission: z.number(),
  refunded: z.number(),
  paid_out: z.number(),
  /** Share of the coach that is not paid out; negative if too much is. */
  pending: z.number(),
  /** Why a share is pending; null if none is, or the coach has to pay back what is paid too much. */
  waits: z
    .object({
      /** `incident`: an open dispute or failed refund; `account`: not ready; `by_hand`: no transfer pays it; `reversal`: the site takes back an excess. */
      because: z.enum([
        'session',
        'guarantee',
        'refund',
        'incident',
        'locked',
        'account',
        'by_hand',
        'transfer',
        'reversal',
      ]),
      /** End of the guarantee (ISO 8601). */
      until: z.string().nullable(),
    })
    .nullable(),
});

/** Fields of `GET /api/my-sessions/` and `GET /api/bookings/`, and the rest of one booking. `notes` are empty for the student. */
const bookingPage = mySession.extend({
  reader: z.enum(['student', 'coach']),
  coach_id: z.number().int(),
  student_name: z.string(),
  student_booking: z.number().int(),
  contact_info: z.string(),
  details: z.string(),
  notes: z.string(),
  paid_at: z.string().nullable(),
  /** Path of the receipt; null for the coach and for a booking without one. */
  receipt_path: z.string().nullable(),
  /** Meeting place; null for a service without a time. */
  place: z.object({ kind: z.enum(['discord', 'link']), url: z.string() }).nullable(),
  delivered_at: z.string().nullable(),
  review: z
    .object({ rating: z.number(), comment: z.string(), reply: z.string().nullable() })
    .nullable(),
  /** True while the suggested start isn't free: the student doesn't see it. Absent for the student. */
  suggested_taken: z.boolean().optional(),
  /** False when the other side's account is closed or locked. */
  writable: z.boolean(),
  /** Oldest first. */
  history: z.array(historyEntry),
  /** Part of the payment that could not be refunded yet, in USD. Absent for the coach. */
  failed_refund: z.number().optional(),
  /** Absent for the student. */
  share: share.optional(),
  /** Reason that the student gave for a refund; null without one. Absent for the student. */
  refund_reason: z.string().nullable().optional(),
});

const bookingQuery = z.object({
  status: status.optional(),
  /** Lists bookings that start at this time or later, and those without a time. */
  from: moment.optional(),
  /** Lists bookings that start before this time. */
  to: moment.optional(),
  /** By start; default: the order of the whole list. Bookings without a time count as latest. */
  order: z.enum(['asc', 'desc']).optional(),
  /** Adds `months` to the answer: the calendar months of this time zone. */
  time_zone: timeZone.optional(),
  ...pageQuery,
});
export type BookingQuery = z.output<typeof bookingQuery>;

/** Starts (ISO 8601) of the latest 12 months with bookings before `from`, latest first. */
const months = z.array(z.string()).optional();

const slot = z.object({
  date: calendarDay,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'must be HH:MM'),
  displayTime: text(60).optional(),
  label: text(60).optional(),
});
/** A week of free starts (ISO 8601) for a session. */
const otherTimes = z.object({
  starts: z.array(z.string()),
  /** Start of the next week; null at the end of the booking window. */
  next: z.string().nullable(),
});
const order = z.object({
  coach_id: id,
  service_id: id,
  quantity: numeric(z.number().int().min(1).max(MAX_QUANTITY)),
  contact_info: filledLine(MAX_CONTACT),
  details: filled(MAX_DETAILS),
  slot: slot.nullable(),
  time_zone: timeZone.optional(),
});

export const bookingCalls = {
  'POST /api/create-booking/': {
    summary: 'Hold a slot until it is paid',
    by: 'user',
    body: order,
    answers: { 201: z.object({ booking_id: z.number() }) },
  },
  'GET /api/my-sessions/': {
    summary: "The student's sessions; all of them without query parameters, else a page",
    by: 'user',
    query: bookingQuery,
    answers: { 200: z.array(mySession) },
    paged: pageOf(mySession).extend({ months }),
  },
  'POST /api/my-sessions/{id}/cancel/': {
    summary: 'Cancel a session before its deadline; refunds it',
    by: 'user',
    params,
    answers: { 200: detail },
  },
  'GET /api/my-sessions/{id}/times/': {
    summary: 'Free starts for moving a session, by week',
    by: 'user',
    params,
    query: z.object({ from: moment }),
    answers: { 200: otherTimes },
  },
  'POST /api/my-sessions/{id}/move/': {
    summary:
      'Move a session before its deadline, or to the time that its coach suggests, until `suggested_until`',
    by: 'user',
    params,
    /** `suggested`: accepts the coach's suggestion; 409 if the coach no longer suggests this time. */
    body: z.object({
      session_time: moment,
      time_zone: timeZone.optional(),
      suggested: z.boolean().optional(),
    }),
    answers: {
      200: z.object({ detail: z.string(), session_time: z.string(), move_until: z.string() }),
    },
  },
  'POST /api/my-sessions/{id}/decline/': {
    summary: 'Decline the time that the coach suggests',
    by: 'user',
    params,
    /** The suggestion that the student saw; 409 if there is another by now. */
    body: z.object({ session_time: moment }),
    answers: { 200: detail },
  },
  'POST /api/my-sessions/{id}/refund/': {
    summary: 'Request a guarantee refund',
    by: 'user',
    params,
    body: z.object({ reason: trimmed(MAX_REASON).optional() }),
    answers: { 200: detail },
  },
  'GET /api/bookings/': {
    summary:
      "The coach's bookings; all of them without query parameters, else a page without details and notes",
    by: 'user',
    query: bookingQuery,
    answers: { 200: z.array(coachBooking) },
    paged: pageOf(coachBooking.omit({ details: true, notes: true })).extend({ months }),
  },
  'GET /api/bookings/{id}/': {
    summary: 'One booking, for its student and for its coach',
    by: 'user',
    params,
    answers: { 200: bookingPage },
  },
  'GET /api/bookings/{id}/times/': {
    summary: 'Free starts that the coach can suggest for a session, by week',
    by: 'user',
    params,
    query: z.object({ from: moment }),
    answers: { 200: otherTimes },
  },
  'POST /api/bookings/{id}/suggest/': {
    summary:
      'Suggest another time to the student, in place of an earlier suggestion; holds no slot',
    by: 'user',
    params,
    body: z.object({ session_time: moment }),
    answers: { 200: z.object({ detail: z.string(), suggested_time: z.string() }) },
  },
  'POST /api/bookings/{id}/withdraw/': {
    summary: "End the coach's suggestion of another time",
    by: 'user',
    params,
    answers: { 200: detail },
  },
  'PATCH /api/bookings/{id}/status/': {
    summary: 'Set the status of a booking; cancelling a paid one returns the payment',
    by: 'user',
    params,
    body: z.object({ status }),
    answers: { 200: detail },
  },
  'PATCH /api/bookings/{id}/notes/': {
    summary: "Save the coach's notes",
    by: 'user',
    params,
    /** `seen`: the notes that the caller saw before; 409 if they have changed since. */
    body: z.object({ notes: text(MAX_NOTES), seen: text(MAX_NOTES).optional() }),
    answers: { 200: detail },
  },
} satisfies CallTable;
