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
  /** Until when (ISO 8601) the student may cancel it free of charge, and ask for a refund of it; null: not at all. */
  cancel_until: z.string().nullable(),
  refund_until: z.string().nullable(),
});
