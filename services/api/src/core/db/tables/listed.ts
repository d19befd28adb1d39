import { sql } from 'drizzle-orm';

/** Sort key of booking lists: bookings without a time count as latest. */
export const sortedStart = sql`(coalesce(starts_at, 'infinity'))`;
/** Bookings that members see: paid ones. Literal, so that it matches the partial indexes. */
export const isListed = sql`status IN ('confirmed', 'cancelled', 'completed')`;
