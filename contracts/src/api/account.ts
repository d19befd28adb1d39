import { z } from 'zod';

export const device = z.object({
  id: z.string(),
  /** Roughly what it is, such as "Chrome on Windows"; null when it did not say. */
  name: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const account = z.object({
  email: z.string(),
  /** The address that waits for its link to be opened. */
  pending_email: z.string().nullable(),
  devices: z.array(device),
  /** Whether its owner may delete it: a coach's account is closed by the operator. */
  deletable: z.boolean(),
  /** What deleting the account cancels; `amount` in USD, `refunded`: whether that goes back. */
  ending: z.array(
    z.object({
      id: z.number().int(),
      coach_name: z.string(),
      session_time: z.string().nullable(),
      amount: z.number(),
      refunded: z.boolean(),
    }),
  ),
});
