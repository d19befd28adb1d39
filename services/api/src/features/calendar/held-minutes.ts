import type { bookings } from '../../core/db/schema';

const MINUTE_MS = 60_000;

/** Minutes that are held from the start; null without a time. The coach arranges the rest of a longer booking. */
export const heldMinutes = ({
  startsAt,
  endsAt,
}: Pick<typeof bookings.$inferSelect, 'startsAt' | 'endsAt'>) =>
  startsAt && endsAt && (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS;
