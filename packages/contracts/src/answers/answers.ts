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

/** Shape of a type in which optional fields are read as null. */
type AsRead<T> = T extends object
  ? { [K in keyof T]: AsRead<T[K]> | (undefined extends T[K] ? null : never) }
  : T;

/**
 * Parses a response. Throws `ApiError` (`malformed`) if it does not match the shape. The compiler rejects a shape
 * that our API's response lacks.
 */
export async function read<T, Answer extends AsRead<T>>(
  shape: Shape<T>,
  answer: Promise<Unread<Answer>>,
): Promise<T> {
  const body = await answer;
  try {
    return shape(body);
  } catch (cause) {
    throw new ApiError('malformed', 200, { cause });
  }
}

const words = maybe(text);
const count = maybe(number());
const id: Shape<number | string> = (value) => (typeof value === 'string' ? value : number()(value));
const prose: Shape<string> = (value) => words(value) ?? '';

/** URL with an http(s) scheme. */
const webAddress = matching(/^https?:\/\//);

/** `GET /api/coaches/{id}/`; `description` is markdown. */
export const coach = object({
  name: text,
  description: prose,
  image_url: words,
  special_offer: words,
  rank_images: additive(list(object({ url: text, alt: text }))),
  /** Free cancellation ends this many hours before a session. */
  cancel_hours: additive(number(0)),
  /** Ways to sign in on the booking page, beside the password: `code`, `discord`. */
  sign_in: additive(list(text)),
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
      /** Free minutes from this start, up to `max_piece_minutes`. */
      room_minutes: additive(number(0)),
      held_until: additive(text),
    }),
  ),
  now: additive(text),
  /** Longest continuous part of a booking, in minutes. */
  max_piece_minutes: additive(number(1)),
});
export type Slots = Of<typeof slots>;

/** A page of a list. Servers that ignore the query parameters send the whole list instead. */
export interface PageAnswer<Row> {
  results: Row[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Starts (ISO 8601) of the latest 12 months before the page, latest first. */
  months?: string[] | undefined;
}

const listOrPage =
  <Row>(row: Shape<Row>): Shape<Row[] | PageAnswer<Row>> =>
  (value) =>
    Array.isArray(value)
      ? list(row)(value)
      : object({
          results: list(row),
          next: (cursor): string | null => (cursor === null ? null : text(cursor)),
          months: additive(list(text)),
        })(value);

const review = object({
  id: additive(id),
  reviewer_name: words,
  avatar_url: words,
  comment: prose,
  rating: number(1, 5),
  verified: additive(flag),
  reply: additive(text),
});
/** `GET /api/reviews/by-coach/{id}/`; `verified`: the review belongs to a booking. */
export const reviews = list(review);
export const reviewPage = listOrPage(review);
export type Review = Of<typeof reviews>[number];

export interface RatingSummary {
  /** 1 to 5, to one decimal; 0 without reviews. */
  average: number;
  count: number;
  /** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
  byStars: readonly number[];
}

/** Returns the summary of all reviews, from the server's counts or else from the reviews themselves. */
export function summarizeRatings(
  coach: Pick<Coach, 'rating_counts'> | null,
  reviews: readonly Pick<Review, 'rating'>[],
): RatingSummary {
  const counts = coach?.rating_counts;
  const ratings = counts
    ? counts.flatMap((count, index) => [{ rating: index + 1, count }])
    : reviews.map(({ rating }) => ({ rating, count: 1 }));
  const count = ratings.reduce((sum, { count }) => sum + count, 0);
  const total = ratings.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return {
    average: count === 0 ? 0 : Math.round((total / count) * 10) / 10,
    count,
    byStars: [1, 2, 3, 4, 5].map((stars) =>
      ratings
        .filter(({ rating }) => Math.round(rating) === stars)
        .reduce((sum, { count }) => sum + count, 0),
    ),
  };
}

const refund: Shape<'none' | 'due' | 'returned'> = (value) =>
  matching(/^(none|due|returned)$/)(value) as 'none' | 'due' | 'returned';
const paid = {
  /** Start before the last move (ISO 8601). */
  moved_from: additive(text),
  quantity: additive(number(1)),
  amount: additive(number(0)),
  refund: additive(refund),
  refunded: additive(number(0)),
};

/** Fields of servers that have a page and messages for each booking. */
const conversed = {
  /** False for a service without a set time. */
  timed: additive(flag),
  /** Time zone of the reader's mails about the booking. */
  time_zone: additive(maybe(text)),
  /** Unread messages. Present if the server has a page for the booking. */
  unread: additive(number(0)),
};

const nested = object({ name: words, type: words, slug: words });
const named = maybe((value): string | Of<typeof nested> =>
  typeof value === 'string' ? value : nested(value),
);
const mySession = object({
  id,
  coach_name: words,
  session_time: words,
  duration_minutes: count,
  status: words,
  has_review: maybe(flag),
  service_type: named,
  service_name: additive(text),
  coach_image_url: additive(webAddress),
  /** True if the student has linked a chat account. */
  joined: additive(flag),
  ...paid,
  /** Deadlines (ISO 8601) for free cancellation and for a refund request. */
  cancel_until: additive(text),
  refund_until: additive(text),
  move_until: additive(text),
  calendar_url: additive(webAddress),
  ...conversed,
});
/** `GET /api/my-sessions/`; `session_time` is ISO 8601. */
export const mySessions = list(mySession);
export const mySessionPage = listOrPage(mySession);
export type MySession = Of<typeof mySessions>[number];

const coachBooking = object({
  id,
  session_time: words,
  duration_minutes: count,
  service: named,
  service_type: named,
  service_name: named,
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
/** The same in pages, without details and notes. */
export const coachBookingPage = listOrPage(coachBooking);
export type CoachBooking = Of<typeof coachBookings>[number];

export const tokens = object({ access: text, refresh: text });

/** Ways to sign in beside the password: `code`, `discord`. */
export const signInMethods = object({ methods: list(text) });

/** Request id of a mailed sign-in code. */
export const codeRequest = object({ request: text });

/** `POST /api/oauth/discord/session/`: tokens, or the request of a code that the address's account requires. */
export const discordSession = object({
  access: additive(text),
  refresh: additive(text),
  request: additive(text),
  email: additive(text),
  username: additive(text),
});
export type DiscordSession = Of<typeof discordSession>;

export const createdBooking = object({ booking_id: maybe(id) });

/** `POST /api/create-checkout-session/`; without `url`, the provider's script redirects by `sessionId`. */
export const checkout = object({ sessionId: text, url: additive(text) });
export type Checkout = Of<typeof checkout>;

/** Purchased service (only our server sends it). `amount` in USD, `session_time` ISO 8601, `email` receives the confirmation. */
export const purchase = object({
  booking_id: additive(id),
  coach_name: text,
  service: text,
  quantity: number(1),
  amount: number(0),
  refunded: additive(number(0)),
  paid_at: additive(text),
  session_time: words,
  duration_minutes: number(0),
  email: text,
  calendar_url: additive(webAddress),
  time_zone: additive(text),
  place: additive(object({ kind: text, url: webAddress })),
});
export type Purchase = Of<typeof purchase>;

/** `GET /api/stripe/success-info/`; `status` is `pending` until the provider confirms, `discord` is the linked chat account. */
export const successInfo = object({
  booking_id: maybe(id),
  error: words,
  status: additive(text),
  /** State of the refund of a completed session, in a sentence. */
  notice: additive(text),
  discord: additive(object({ username: text })),
  purchase: additive(purchase),
});

export const discordStart = object({ url: words, detail: words, error: words });

export const discordClaim = object({ username: additive(text) });

/** `POST /api/auth/password-reset-confirm/`; our server also sends the tokens of a new session. */
/** After a proof of the mailbox; our server also signs in. */
export const mailboxProved = additive(
  object({ detail: additive(text), access: additive(text), refresh: additive(text) }),
);
