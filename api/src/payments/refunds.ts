import { and, eq, inArray, lte } from 'drizzle-orm';
import { bookings } from '../db/schema';
import { transact } from '../db/transact';
import type { Dependencies } from '../dependencies';
import { log } from '../log';
import { returnPayment } from './provider';

/** So long a process has for a refund that it began, before it is tried again. */
const LEASE_MS = 60_000;

/** Returns every payment that is due to go back; safe to repeat and to run in several processes. */
export async function returnDuePayments({ db, stripe, now }: Dependencies): Promise<void> {
  const current = now();
  // What is begun is written down before the provider is called: a cancellation cannot be taken back from then on.
  const begun = await transact(db, (tx) =>
    tx
      .update(bookings)
      .set({ refund: 'begun', refundAfter: new Date(current.getTime() + LEASE_MS) })
      .where(and(inArray(bookings.refund, ['due', 'begun']), lte(bookings.refundAfter, current)))
      .returning({ id: bookings.id, intent: bookings.paymentIntent }),
  );
  for (const { id, intent } of begun) {
    if (!intent) continue;
    await returnPayment(stripe, intent).then(
      async (refund) => {
        if (refund === 'failed')
          log.error(
            `the refund of booking ${id} failed at the payment provider; return it by hand`,
          );
        await db
          .update(bookings)
          .set({ refund })
          .where(and(eq(bookings.id, id), eq(bookings.refund, 'begun')));
      },
      (error: Error) => log.error(`booking ${id} could not be refunded yet: ${error.name}`),
    );
  }
}
