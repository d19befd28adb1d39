import { eq } from 'drizzle-orm';
import { bookings } from '../db/schema';
import { transact } from '../db/transact';
import { log } from '../log';
import { readPayment } from '../payments/provider';
import { returnDuePayments } from '../payments/refunds';
import { settlePayment } from '../payments/settle';
import type { Services } from '../services';
import { endExpiredHolds, listOpenCheckouts } from './holds';

const EVERY_MS = 5000;

/** Ends holds whose time is over, closes their payment pages at the provider, and returns payments that are owed. */
export async function sweep(services: Services): Promise<void> {
  const { db, now } = services;
  await transact(db, (tx) => endExpiredHolds(tx, now()));
  for (const { id, checkoutSession } of await listOpenCheckouts(db)) {
    if (!checkoutSession) continue;
    await closeCheckout(services, id, checkoutSession).catch((error: Error) =>
      log.warn(`the payment page of booking ${id} could not be closed yet: ${error.name}`),
    );
  }
  await returnDuePayments(services);
}

/** Closes a payment page; one that was paid in the last moment, or whose webhook was lost, is settled. */
async function closeCheckout(
  services: Services,
  bookingId: number,
  session: string,
): Promise<void> {
  const { db, stripe } = services;
  const { state } = await readPayment(stripe, session).catch((error: { code?: string }) => {
    if (error.code === 'resource_missing') return { state: 'expired' };
    throw error;
  });
  if (state === 'open') await stripe.checkout.sessions.expire(session);
  if (state === 'complete') await settlePayment(services, session);
  await db.update(bookings).set({ checkoutClosed: true }).where(eq(bookings.id, bookingId));
}

/** Sweeps regularly; returns the stop. */
export function runSweep(services: Services): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(services))
      .catch((error: Error) => log.warn(`expired holds could not be ended: ${error.message}`));
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
