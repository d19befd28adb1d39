import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, hasUnpaidTexts } from '../../core/db/schema';

/** Bookings whose texts are removed at once: few, because their rows stay locked meanwhile. */
const CLEARED_ROWS = 500;

/** Removes the student's texts from bookings that expired unpaid. One whose payment page may be open may still be paid. */
export async function clearUnpaid(db: Database, before: Date): Promise<void> {
  const isPageClosed = or(isNull(bookings.checkoutSession), bookings.checkoutClosed);
  const isOver = and(hasUnpaidTexts, lt(bookings.holdExpiresAt, before), isPageClosed);
  for (;;) {
    const rows = await db
      .select({ id: bookings.id })
      .from(bookings)
      .where(isOver)
      .limit(CLEARED_ROWS);
    const ids = rows.map(({ id }) => id);
    await db
      .update(bookings)
      .set({ contactInfo: '', details: '', timeZone: null })
      .where(and(inArray(bookings.id, ids), isOver));
    if (ids.length < CLEARED_ROWS) return;
  }
}
