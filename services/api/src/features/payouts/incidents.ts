import { and, eq, isNull, like } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { paymentIncidents } from '../../core/db/schema';

/** Resolves what is open about the payout of a booking. */
export const resolveTransferIncidents = (tx: Database, bookingId: number, now: Date) =>
  tx
    .update(paymentIncidents)
    .set({ resolvedAt: now })
    .where(
      and(
        eq(paymentIncidents.bookingId, bookingId),
        like(paymentIncidents.type, 'transfer.%'),
        isNull(paymentIncidents.resolvedAt),
      ),
    );
