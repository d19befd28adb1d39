// What the site reads of the answers of any server. Required is what the specification names and a page cannot do without.
import * as v from 'valibot';
import { ApiError } from './shell';

/** Answers of one of these shapes, or the call has failed (`malformed`): for the page it is the same as a server that is gone. */
export async function read<S extends v.GenericSchema>(shape: S, answer: Promise<unknown>): Promise<v.InferOutput<S>> {
  const result = v.safeParse(shape, await answer);
  if (result.success) return result.output;
  const [{ message }] = result.issues;
  throw new ApiError('malformed', 200, null, '', { cause: new Error(`${v.getDotPath(result.issues[0]) ?? 'the answer'}: ${message}`) });
}

const text = v.nullish(v.string());
const count = v.nullish(v.pipe(v.number(), v.finite()));
const id = v.union([v.pipe(v.number(), v.finite()), v.string()]);
/** What servers may send beyond the specification: of another type, it means something else there and counts as absent. */
const additive = <S extends v.GenericSchema>(shape: S) => v.fallback(v.optional(shape), undefined as never);

/** `GET /api/coaches/{id}/`; `description` is markdown. */
export const coach = v.object({
  name: v.string(),
  description: v.nullish(v.string(), ''),
  image_url: text,
  special_offer: text,
  rank_images: additive(v.array(v.object({ url: v.string(), alt: v.string() }))),
});
export type Coach = v.InferOutput<typeof coach>;

/** `GET /api/coaches/{id}/services/`; `rate` in USD per hour (hourly) or per unit. */
export const services = v.array(
  v.object({ id, label: v.string(), rate: v.pipe(v.number(), v.finite(), v.minValue(0)), is_hourly: v.boolean() }),
);
export type Service = v.InferOutput<typeof services>[number];

/** `GET /api/coach/{id}/available-slots/`; `start` is HH:MM in UTC. */
export const slots = v.object({
  available_slots: v.array(v.object({ start: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)) })),
});
export type Slots = v.InferOutput<typeof slots>;

/** `GET /api/reviews/by-coach/{id}/`; `verified`: written by a student after a session that was booked here. */
export const reviews = v.array(
  v.object({
    id: additive(id),
    reviewer_name: text,
    avatar_url: text,
    comment: v.nullish(v.string(), ''),
    rating: v.pipe(v.number(), v.minValue(1), v.maxValue(5)),
    verified: additive(v.boolean()),
  }),
);
export type Review = v.InferOutput<typeof reviews>[number];

/** `GET /api/my-sessions/`; `session_time` is ISO 8601. */
export const mySessions = v.array(
  v.object({ id, coach_name: text, session_time: text, duration_minutes: count, status: text, has_review: v.nullish(v.boolean()) }),
);
export type MySession = v.InferOutput<typeof mySessions>[number];

const named = v.nullish(v.union([v.string(), v.object({ name: text, type: text, slug: text })]));
/** `GET /api/bookings/`, with the variants that servers are known to answer. */
export const coachBookings = v.array(
  v.object({
    id,
    session_time: text,
    duration_minutes: count,
    service: named,
    service_type: named,
    service_name: named,
    contact_info: text,
    details: text,
    notes: text,
    status: text,
  }),
);
export type CoachBooking = v.InferOutput<typeof coachBookings>[number];

/** `POST /api/token/`. */
export const tokens = v.object({ access: v.string(), refresh: v.string() });

/** `POST /api/create-booking/`. */
export const createdBooking = v.object({ booking_id: id });

/** `POST /api/create-checkout-session/`; without `url` the payment provider's script goes there by `sessionId`. */
export const checkout = v.object({ sessionId: v.string(), url: additive(v.string()) });

/** `GET /api/stripe/success-info/`; `status` is `pending` while the payment provider is not done. */
export const successInfo = v.object({ booking_id: v.nullish(id), error: text, status: additive(v.string()) });

/** `GET /api/oauth/discord/start/`. */
export const discordStart = v.object({ url: text, detail: text, error: text });

/** `POST /api/discord/claim/`. */
export const discordClaim = v.object({ username: additive(v.string()) });

/** `POST /api/auth/password-reset-confirm/`, whose body may be anything. */
export const message = v.fallback(v.nullish(v.object({ detail: additive(v.string()) })), null);
