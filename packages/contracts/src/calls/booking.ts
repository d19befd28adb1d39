import { z } from 'zod';
import { MAX_CONTACT, MAX_DETAILS, MAX_NOTES, MAX_QUANTITY, MAX_REASON } from '../rules/limits';
import { calendarDay, detail, filled, id, moment, params, text, timeZone, trimmed } from './fields';
import type { CallTable } from './rules';

export const selectedSlot = z.object({
  date: z.string(),
  time: z.string(),
  displayTime: z.string(),
  label: z.string(),
});
/** The slot a student picked: `date` (local, yyyy-mm-dd) and raw `time` (HH:MM) read together as UTC. */
export type SelectedSlot = z.infer<typeof selectedSlot>;

export const status = z.enum(['confirmed', 'cancelled', 'completed']);
export type Status = z.infer<typeof status>;

export const refund = z.enum(['none', 'due', 'returned']);
/** Whether a payment goes back: `due` is on its way. */
export type Refund = z.infer<typeof refund>;

/** What lists say of a booking's payment: units or hours, USD, and what of that went back so far. */
const payment = {
  quantity: z.number().int(),
  amount: z.number(),
  refund,
  refunded: z.number(),
};

/** The time that a session had before it was moved, ISO 8601; null: it was not. */
const moved = { moved_from: z.string().nullable() };

export const mySession = z.object({
  id: z.number().int(),
  coach_name: z.string(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  status,
  service_type: z.string(),
  service_name: z.string(),
  coach_image_url: z.string().nullable(),
  has_review: z.boolean(),
  /** Whether the student has linked a chat account. */
  joined: z.boolean(),
  ...payment,
  ...moved,
  /** Until when (ISO 8601) the student may cancel it free of charge, and ask for a refund of it; null: not at all. */
  cancel_until: z.string().nullable(),
  refund_until: z.string().nullable(),
  /** Until when (ISO 8601) the student may move it to another time; null: not at all. */
  move_until: z.string().nullable(),
  /** Its calendar file, for whoever has this link; null for one without a time. */
  calendar_url: z.string().nullable(),
});

const coachBooking = z.object({
  id: z.number().int(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  service_type: z.string(),
  service_name: z.string(),
  /** The chat name of who booked; null: no chat account is linked. */
  student_name: z.string().nullable(),
  /** Which of their bookings with this coach it is: 1 for the first. */
  student_booking: z.number().int(),
  contact_info: z.string(),
  details: z.string(),
  notes: z.string(),
  status,
  ...payment,
  ...moved,
  /** Its calendar file for the coach, for whoever has this link; null for one without a time. */
  calendar_url: z.string().nullable(),
});

const slot = z.object({
  date: calendarDay,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'must be HH:MM'),
  displayTime: text(60).optional(),
  label: text(60).optional(),
});
const order = z.object({
  coach_id: id,
  service_id: id,
  quantity: z.coerce.number<number | string>().int().min(1).max(MAX_QUANTITY),
  contact_info: filled(MAX_CONTACT),
  details: filled(MAX_DETAILS),
  slot: slot.nullable(),
  /** In which mails tell the time. */
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
    summary: "The student's sessions",
    by: 'user',
    answers: { 200: z.array(mySession) },
  },
  'POST /api/my-sessions/{id}/cancel/': {
    summary: "Cancel one's own session while it is free of charge; the payment goes back",
    by: 'user',
    params,
    answers: { 200: detail },
  },
  'GET /api/my-sessions/{id}/times/': {
    summary: "The starts within a week to which one's own session can be moved",
    by: 'user',
    params,
    query: z.object({ from: moment }),
    answers: {
      200: z.object({
        /** ISO 8601, soonest first. */
        starts: z.array(z.string()),
        /** Where the next week begins; null: the coach takes nothing later. */
        next: z.string().nullable(),
      }),
    },
  },
  'POST /api/my-sessions/{id}/move/': {
    summary: "Move one's own session to another time while that is free of charge",
    by: 'user',
    params,
    body: z.object({ session_time: moment, time_zone: timeZone.optional() }),
    answers: {
      200: z.object({ detail: z.string(), session_time: z.string(), move_until: z.string() }),
    },
  },
  'POST /api/my-sessions/{id}/refund/': {
    summary: "The guarantee: return the payment of one's own completed session",
    by: 'user',
    params,
    body: z.object({ reason: trimmed(MAX_REASON).optional() }),
    answers: { 200: detail },
  },
  'GET /api/bookings/': {
    summary: "The coach's bookings",
    by: 'user',
    answers: { 200: z.array(coachBooking) },
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
    body: z.object({ notes: text(MAX_NOTES) }),
    answers: { 200: detail },
  },
} satisfies CallTable;
