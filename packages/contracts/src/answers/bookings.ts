import { count, id, webAddress, words } from './fields';
import { listOrPage, type PageAnswer } from './page';
import {
  additive,
  flag,
  list,
  matching,
  maybe,
  number,
  type Of,
  object,
  type Shape,
  text,
} from './shape';

const refund: Shape<'none' | 'due' | 'returned'> = (value) =>
  matching(/^(none|due|returned)$/)(value) as 'none' | 'due' | 'returned';
/** Minutes that are held from `session_time`; the coach arranges the rest. */
const held_minutes = additive(number(0));
const paid = {
  /** Start before the last move (ISO 8601). */
  moved_from: additive(text),
  quantity: additive(number(1)),
  amount: additive(number(0)),
  refund: additive(refund),
  refund_failed: additive(flag),
  refunded: additive(number(0)),
};

const conversed = {
  /** False for a service without a set time. */
  timed: additive(flag),
  /** Time zone of the reader's mails about the booking. */
  time_zone: additive(maybe(text)),
  /** Unread messages. Present if the server has a page for the booking. */
  unread: additive(number(0)),
};

const nested = object({ name: words, type: words, slug: words });
/** A number is the id of a service, which names nothing. */
const typeName = maybe((value): string | Of<typeof nested> =>
  typeof value === 'string' ? value : nested(typeof value === 'number' ? {} : value),
);
const mySession = object({
  id,
  coach_name: words,
  session_time: words,
  duration_minutes: count,
  held_minutes,
  status: words,
  has_review: maybe(flag),
  service_type: typeName,
  service_name: additive(text),
  coach_image_url: additive(webAddress),
  joined: additive(flag),
  ...paid,
  /** Deadlines (ISO 8601) for free cancellation and for a refund request. */
  cancel_until: additive(text),
  refund_until: additive(text),
  /** Time (ISO 8601) from which a confirmed booking can be refunded on request, if its coach doesn't complete it before. */
  refund_from: additive(maybe(text)),
  move_until: additive(text),
  /** Start that the coach suggests instead (ISO 8601). Present if the server has suggestions. */
  suggested_time: additive(maybe(text)),
  /** Deadline (ISO 8601) for accepting it. */
  suggested_until: additive(maybe(text)),
  calendar_url: additive(webAddress),
  ...conversed,
});
/** `GET /api/my-sessions/`; `session_time` is ISO 8601. */
export const mySessions = list(mySession);
export type MySession = Of<typeof mySession>;
export const mySessionPage: Shape<MySession[] | PageAnswer<MySession>> = listOrPage(mySession);

const coachBooking = object({
  id,
  session_time: words,
  duration_minutes: count,
  held_minutes,
  service: typeName,
  service_type: typeName,
  service_name: typeName,
  /** The student's chat name, and the number of this booking among theirs with this coach (from 1). */
  student_name: additive(text),
  student_booking: additive(number(1)),
  contact_info: words,
  details: words,
  notes: words,
  status: words,
  ...paid,
  calendar_url: additive(webAddress),
  ...conversed,
});
/** `GET /api/bookings/`, including the variants of other servers. */
export const coachBookings = list(coachBooking);
export type CoachBooking = Of<typeof coachBooking>;
/** The same in pages, without details and notes. */
export const coachBookingPage: Shape<CoachBooking[] | PageAnswer<CoachBooking>> =
  listOrPage(coachBooking);
