// What the site reads of the answers of any server. Required is what the specification names and a page cannot do without.
import type { Unread } from '../calls/sent';
import { ApiError } from '../shell/shell';
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

/** What matches a shape: where it may be absent, null is. */
type AsRead<T> = T extends object
  ? { [K in keyof T]: AsRead<T[K]> | (undefined extends T[K] ? null : never) }
  : T;

/**
 * An answer of this shape, or the call has failed (`malformed`): for a page, as if the server were gone.
 * A shape that the answer of our API does not have is refused by the compiler.
 */
export async function read<T, Answer extends AsRead<T>>(
  shape: Shape<T>,
  answer: Promise<Unread<Answer>>,
): Promise<T> {
  const body = await answer;
  try {
    return shape(body);
  } catch (cause) {
    throw new ApiError('malformed', 200, null, '', { cause });
  }
}

const words = maybe(text);
const count = maybe(number());
const id: Shape<number | string> = (value) => (typeof value === 'string' ? value : number()(value));
/** A text that may be left out. */
const prose: Shape<string> = (value) => words(value) ?? '';

/** An address that a browser may follow. */
const webAddress = matching(/^https?:\/\//);

/** `GET /api/coaches/{id}/`; `description` is markdown. */
export const coach = object({
  name: text,
  description: prose,
  image_url: words,
  special_offer: words,
  rank_images: additive(list(object({ url: text, alt: text }))),
  /** A session is free to cancel until so many hours before it. */
  cancel_hours: additive(number(0)),
  /** So many sessions with this coach were completed. */
  sessions_given: additive(number(0)),
  /** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
  rating_counts: additive(list(number(0))),
});
export type Coach = Of<typeof coach>;

/** `GET /api/coaches/{id}/services/`; `rate` in USD per hour (hourly) or per unit. */
export const services = list(object({ id, label: text, rate: number(0), is_hourly: flag }));
export type Service = Of<typeof services>[number];

/** `GET /api/coach/{id}/available-slots/`; `start` is HH:MM in UTC. */
export const slots = object({
  available_slots: list(
    object({
      start: matching(/^([01]\d|2[0-3]):[0-5]\d/),
      /** How many minutes a session may have that starts here, up to `max_piece_minutes`. */
      room_minutes: additive(number(0)),
      /** Until when (ISO 8601) the student whose token came along holds this time unpaid. */
      held_until: additive(text),
    }),
  ),
  /** The server's clock, ISO 8601. */
  now: additive(text),
  /** So many minutes of a booking are held in one piece. */
  max_piece_minutes: additive(number(1)),
});
export type Slots = Of<typeof slots>;

/** `GET /api/reviews/by-coach/{id}/`; `verified`: written by a student after a session that was booked here. */
export const reviews = list(
  object({
    id: additive(id),
    reviewer_name: words,
    avatar_url: words,
    comment: prose,
    rating: number(1, 5),
    verified: additive(flag),
    reply: additive(text),
  }),
);
export type Review = Of<typeof reviews>[number];

const refund: Shape<'none' | 'due' | 'returned'> = (value) =>
  matching(/^(none|due|returned)$/)(value) as 'none' | 'due' | 'returned';
/** Our server's extra of a booking: units or hours; what was paid, in USD, which goes back in full when it is cancelled. */
const paid = {
  /** The time (ISO 8601) that it had before it was moved. */
  moved_from: additive(text),
  quantity: additive(number(1)),
  amount: additive(number(0)),
  refund: additive(refund),
  /** What of the payment went back so far, in USD. */
  refunded: additive(number(0)),
};

const nested = object({ name: words, type: words, slug: words });
const named = maybe((value): string | Of<typeof nested> =>
  typeof value === 'string' ? value : nested(value),
);
/** `GET /api/my-sessions/`; `session_time` is ISO 8601. */
export const mySessions = list(
  object({
    id,
    coach_name: words,
    session_time: words,
    duration_minutes: count,
    status: words,
    has_review: maybe(flag),
    service_type: named,
    /** The words of its service. */
    service_name: additive(text),
    coach_image_url: additive(webAddress),
    /** Whether the student has linked a chat account. */
    joined: additive(flag),
    ...paid,
    /** Until when (ISO 8601) the student may cancel it free of charge, and ask for a refund of it. */
    cancel_until: additive(text),
    refund_until: additive(text),
    move_until: additive(text),
    calendar_url: additive(webAddress),
  }),
);
export type MySession = Of<typeof mySessions>[number];

/** `GET /api/bookings/`, with the variants that servers are known to answer. */
export const coachBookings = list(
  object({
    id,
    session_time: words,
    duration_minutes: count,
    service: named,
    service_type: named,
    service_name: named,
    /** The chat name of who booked, and which of their bookings with this coach it is: 1 for the first. */
    student_name: additive(text),
    student_booking: additive(number(1)),
    contact_info: words,
    details: words,
    notes: words,
    status: words,
    ...paid,
    calendar_url: additive(webAddress),
  }),
);
export type CoachBooking = Of<typeof coachBookings>[number];

/** `POST /api/token/`. */
export const tokens = object({ access: text, refresh: text });

/** `POST /api/create-booking/`; without an id there is no booking. */
export const createdBooking = object({ booking_id: maybe(id) });

/** `POST /api/create-checkout-session/`; without `url` the payment provider's script goes there by `sessionId`. */
export const checkout = object({ sessionId: text, url: additive(text) });
export type Checkout = Of<typeof checkout>;

/** What was bought: our server's extra. `amount` in USD, `session_time` ISO 8601, `email` where the confirmation goes. */
export const purchase = object({
  coach_name: text,
  service: text,
  quantity: number(1),
  amount: number(0),
  session_time: words,
  duration_minutes: number(0),
  email: text,
  calendar_url: additive(webAddress),
});
export type Purchase = Of<typeof purchase>;

/** `GET /api/stripe/success-info/`; `status` is `pending` while the payment provider is not done, `discord` the chat account that is linked. */
export const successInfo = object({
  booking_id: maybe(id),
  error: words,
  status: additive(text),
  discord: additive(object({ username: text })),
  purchase: additive(purchase),
});

/** `GET /api/oauth/discord/start/`. */
export const discordStart = object({ url: words, detail: words, error: words });

/** `POST /api/discord/claim/`. */
export const discordClaim = object({ username: additive(text) });

/** `POST /api/auth/password-reset-confirm/`, whose body may be anything. */
export const message = additive(object({ detail: additive(text) }));
