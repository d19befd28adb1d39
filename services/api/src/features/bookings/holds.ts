import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, hasOpenPage } from '../../core/db/schema';

export const endExpiredHolds = (db: Database, now: Date) =>
  db
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(eq(bookings.status, 'pending_payment'), lte(bookings.holdExpiresAt, now)));

/** Payment pages of one run; each may wait half a minute for a hanging provider. */
const MAX_PAGES = 20;

/** First {@link MAX_PAGES} expired bookings whose payment page may still be open. */
export const listOpenCheckouts = (db: Database, now: Date) =>
  db
    .select({
      id: bookings.id,
      checkoutSession: bookings.checkoutSession,
      checkoutAttempts: bookings.checkoutAttempts,
    })
    .from(bookings)
    .where(and(hasOpenPage, or(isNull(bookings.checkoutAfter), lte(bookings.checkoutAfter, now))))
    .orderBy(bookings.id)
    .limit(MAX_PAGES);
