import type { Refund, Status } from 'contracts/api';
import type { bookings } from '../db/schema';

const told = { none: 'none', due: 'due', begun: 'due', returned: 'returned', failed: 'due' } as const satisfies Record<string, Refund>;

/** What the lists of student and coach say of a booking alike; only those with a listed status are in them. */
export const scheduled = ({ id, startsAt, durationMinutes, status, quantity, amountCents, refund }: typeof bookings.$inferSelect) => ({
  id,
  session_time: startsAt?.toISOString() ?? null,
  duration_minutes: durationMinutes,
  status: status as Status,
  quantity,
  amount: amountCents / 100,
  refund: told[refund],
});
