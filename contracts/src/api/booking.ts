import { z } from 'zod';

export const selectedSlot = z.object({ date: z.string(), time: z.string(), displayTime: z.string(), label: z.string() });
/** The slot a student picked: `date` (local, yyyy-mm-dd) and raw `time` (HH:MM) read together as UTC. */
export type SelectedSlot = z.infer<typeof selectedSlot>;

export const status = z.enum(['confirmed', 'cancelled', 'completed']);
export type Status = z.infer<typeof status>;

export const refund = z.enum(['none', 'due', 'returned']);
/** Whether a payment goes back: `due` is on its way. */
export type Refund = z.infer<typeof refund>;

export const mySession = z.object({
  id: z.number().int(),
  coach_name: z.string(),
  session_time: z.string().nullable(),
  duration_minutes: z.number().int(),
  status,
  service_type: z.string(),
  has_review: z.boolean(),
  quantity: z.number().int(),
  amount: z.number(),
  refund,
});
/** An item of `GET /api/my-sessions/`; `session_time` is ISO 8601 in UTC. `quantity`, `amount` (USD) and `refund` are our server's extra. */
export type MySession = Pick<z.infer<typeof mySession>, 'id'> &
  Partial<Omit<z.infer<typeof mySession>, 'status'>> & { status?: string | null };

type Named = string | { name?: string; type?: string; slug?: string } | null;
/** An item of `GET /api/bookings/`, with the variants that servers are known to answer. */
export interface CoachBooking {
  id: number;
  session_time?: string | null;
  duration_minutes?: number | null;
  service?: Named;
  service_type?: Named;
  service_name?: Named;
  contact_info?: string | null;
  details?: string | null;
  notes?: string | null;
  status?: string | null;
  /** Our server's extra, as the two below: units or hours. */
  quantity?: number;
  /** What the student paid, in USD; it goes back in full when the booking is cancelled. */
  amount?: number;
  refund?: Refund;
}
