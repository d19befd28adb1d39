import { id, prose, words } from './fields';
import { additive, flag, list, number, type Of, object, text } from './shape';

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
