import type { Status } from '@carry/contracts/api';
import type { bookings } from '../../core/db/schema';
import { money } from './money';

/** Fields that both booking lists share. */
export const scheduled = (booking: typeof bookings.$inferSelect) => ({
  id: booking.id,
  session_time: booking.startsAt?.toISOString() ?? null,
  duration_minutes: booking.durationMinutes,
  status: booking.status as Status,
  ...money(booking),
  moved_from: booking.movedFrom?.toISOString() ?? null,
});
