import { and, lte } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, isHold } from '../../core/db/schema';

export const endExpiredHolds = (db: Database, now: Date) =>
  db
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(isHold, lte(bookings.holdExpiresAt, now)));
