import { eq } from 'drizzle-orm';
import { bookings } from '../db/schema';
import type { Services } from '../http/context';
import { refundDue } from '../payments/settle';
import { repeat } from '../repeat';
import { endExpiredHolds, openCheckouts } from './create';

const EVERY_MS = 5000;

/** Ends holds whose time is over, closes their payment pages at the provider, and returns payments that are owed. */
export async function sweep(services: Services): Promise<void> {
  const { db, stripe, now } = services;
  await endExpiredHolds(db, now());
  for (const { id, checkoutSession } of await openCheckouts(db)) {
    if (!checkoutSession) continue;
    // A page that is paid or closed already refuses; either way there is nothing left to close.
    const closed = await stripe.checkout.sessions.expire(checkoutSession).then(
      () => true,
      (error: { type?: string }) => error.type === 'StripeInvalidRequestError',
    );
    if (closed) await db.update(bookings).set({ checkoutClosed: true }).where(eq(bookings.id, id));
  }
  await refundDue(services);
}

/** Sweeps regularly; returns the stop. */
export const runSweep = (services: Services) => repeat(EVERY_MS, 'ending expired holds', () => sweep(services));
