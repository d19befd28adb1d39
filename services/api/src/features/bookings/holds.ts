import { and, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, hasOpenPage, isHold } from '../../core/db/schema';

export const endExpiredHolds = (db: Database, now: Date) =>
  db
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(isHold, lte(bookings.holdExpiresAt, now)));

/** Payment pages of one run; each may wait half a minute for a hanging provider. */
const MAX_PAGES = 20;

/** First {@link MAX_PAGES} bookings whose payment page may still be open, or whose payment is processing. */
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
