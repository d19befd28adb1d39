import { and, inArray, isNull, like } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { paymentIncidents } from '../../core/db/schema';

export const resolveTransferIncidents = (
  tx: Database,
  bookingIds: readonly number[],
  { now, type = 'transfer.%' }: { now: Date; type?: string },
) =>
  tx
    .update(paymentIncidents)
    .set({ resolvedAt: now })
    .where(
      and(
        inArray(paymentIncidents.bookingId, [...bookingIds]),
        like(paymentIncidents.type, type),
        isNull(paymentIncidents.resolvedAt),
      ),
    );
