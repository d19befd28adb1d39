import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings } from '../../core/db/schema';

export const endExpiredHolds = (db: Database, now: Date) =>
  db
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(eq(bookings.status, 'pending_payment'), lte(bookings.holdExpiresAt, now)));
