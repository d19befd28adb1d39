import { additive, flag, list, maybe, number, type Of, object, text } from '../shape';

const words = maybe(text);

/** `GET /api/account/`. */
export const account = object({
  email: text,
  /** The address that waits for its link to be opened. */
  pending_email: words,
  /** Which of the two addresses our last mail could not be delivered to. */
  undelivered: additive(list(text)),
  /** Whether they are reminded of their sessions by mail. */
  reminders: additive(flag),
  devices: list(
    object({ id: text, name: words, signed_in_at: text, last_used_at: text, current: flag }),
  ),
  deletable: flag,
  /** What deleting the account cancels; `amount` in USD, `refunded`: whether that goes back. */
  ending: list(
    object({
      id: number(),
      coach_name: text,
      session_time: words,
      amount: number(0),
      refunded: flag,
    }),
  ),
});
export type Account = Of<typeof account>;

/** `GET /api/my-sessions/{id}/times/`: starts (ISO 8601) of a week, and where the next one begins. */
export const otherTimes = object({ starts: list(text), next: words });
export type OtherTimes = Of<typeof otherTimes>;

/** `POST /api/my-sessions/{id}/move/`. */
export const movedSession = object({ session_time: text, move_until: text });
export type MovedSession = Of<typeof movedSession>;

/** `POST /api/reminders/` and `POST /api/account/reminders/`. */
export const remindersWanted = object({ wanted: flag });
