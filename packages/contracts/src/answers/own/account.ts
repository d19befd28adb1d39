import { additive, flag, list, maybe, number, type Of, object, text } from '../shape';

const words = maybe(text);

export const account = object({
  email: text,
  pending_email: words,
  display_name: additive(object({ name: text, chosen: flag })),
  /** Addresses (of the two) to which our last email bounced. */
  undelivered: additive(list(text)),
  reminders: additive(flag),
  devices: list(
    object({ id: text, name: words, signed_in_at: text, last_used_at: text, current: flag }),
  ),
  has_password: additive(flag),
  is_operator: additive(flag),
  deletable: flag,
  /** Number of bookings that an account deletion cancels; `ending` has the next ones. */
  ending_count: additive(number(0)),
  /** Bookings that an account deletion cancels; `amount` in USD, `refunded`: the payment is refunded. */
  ending: list(
    object({
      id: number(),
      coach_name: text,
      session_time: words,
      time_zone: additive(words),
      amount: number(0),
      refunded: flag,
    }),
  ),
});
export type Account = Of<typeof account>;

export const otherTimes = object({ starts: list(text), next: words });
export type OtherTimes = Of<typeof otherTimes>;

export const movedSession = object({ session_time: text, move_until: text });
export type MovedSession = Of<typeof movedSession>;

export const remindersWanted = object({ wanted: flag });

export const displayName = object({ name: text, chosen: flag });
export type DisplayName = Of<typeof displayName>;
