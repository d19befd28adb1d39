import { id, webAddress, words } from './fields';
import { additive, maybe, number, type Of, object, text } from './shape';

/** Purchased service (only our server sends it). `amount` in USD, `session_time` ISO 8601, `email` receives the confirmation. */
export const purchase = object({
  booking_id: additive(id),
  status: additive(text),
  /** Null if the coach is locked or gone. */
  coach_id: additive(maybe(id)),
  coach_name: text,
  service: text,
  quantity: number(1),
  amount: number(0),
  refunded: additive(number(0)),
  paid_at: additive(text),
  session_time: words,
  duration_minutes: number(0),
  held_minutes: additive(number(0)),
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
