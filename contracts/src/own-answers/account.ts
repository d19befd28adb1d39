import { flag, list, maybe, number, type Of, object, text } from '../shape';

const words = maybe(text);

/** `GET /api/account/`. */
export const account = object({
  email: text,
  /** The address that waits for its link to be opened. */
  pending_email: words,
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
