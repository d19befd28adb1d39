import { webAddress } from '../fields';
import { additive, flag, list, matching, maybe, number, type Of, object, text } from '../shape';

const side: (value: unknown) => 'student' | 'coach' = (value) =>
  matching(/^(student|coach)$/)(value) as 'student' | 'coach';
const kind: (value: unknown) => 'text' | 'delivery' = (value) =>
  matching(/^(text|delivery)$/)(value) as 'text' | 'delivery';

const historyEntries = list(
  object({
    at: text,
    what: text,
    from: maybe(text),
    to: maybe(text),
    /** In USD. */
    amount: additive(number(0)),
  }),
);

/** Sums of a booking in USD, and why the coach's share is pending. */
const share = object({
  paid: number(),
  commission: number(),
  refunded: number(),
  paid_out: number(),
  pending: number(),
  waits: maybe(object({ because: text, until: maybe(text) })),
});
export type BookingShare = Of<typeof share>;

export const bookingMoney = { share: additive(share), history: additive(historyEntries) };

/** Fields that only `GET /api/bookings/{id}/` has. Its other fields are read like an entry of the lists. */
export const bookingPage = object({
  reader: side,
  coach_id: additive(number(1)),
  student_name: text,
  contact_info: text,
  details: text,
  paid_at: maybe(text),
  receipt_path: maybe(matching(/^\/(?![/\\])/)),
  place: maybe(object({ kind: text, url: webAddress })),
  delivered_at: maybe(text),
  /** Deadlines (ISO 8601) of the student for a free change and for a refund request. */
  cancel_until: maybe(text),
  refund_until: maybe(text),
  suggested_time: additive(maybe(text)),
  suggested_until: additive(maybe(text)),
  /** For the coach: true while the suggested start isn't free. */
  suggested_taken: additive(flag),
  review: maybe(object({ rating: number(1, 5), comment: text, reply: maybe(text) })),
  writable: flag,
  history: historyEntries,
  /** For the student: part of the payment that could not be refunded yet, in USD. */
  failed_refund: additive(number(0)),
  /** For the coach. */
  share: additive(share),
  /** For the coach: reason that the student gave for a refund. */
  refund_reason: additive(maybe(text)),
});
export type BookingPage = Of<typeof bookingPage>;

export const message = object({
  id: number(1),
  author: side,
  kind,
  text,
  sent_at: text,
  files: list(object({ id: number(1), name: text, size: number(0) })),
});
export type Message = Of<typeof message>;

export const conversation = object({
  messages: list(message),
  older: maybe(number(1)),
  /** Newest own message that the other side has seen. */
  seen: additive(number(0)),
  /** Results of a service without a time, also those of older pages. */
  results: additive(list(message)),
});
export type Conversation = Of<typeof conversation>;

export const uploadedFile = object({ id: number(1), name: text, size: number(0) });
export type UploadedFile = Of<typeof uploadedFile>;
