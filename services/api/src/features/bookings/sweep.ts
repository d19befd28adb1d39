import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { bookings, hasOpenPage } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { log } from '../../core/process/log';
import { delayAfter, forEachInTurn, repeat } from '../../core/process/repeat';
import { endExpiredHolds } from '../coaches/holds';
import { reportIncident } from '../payments/incidents';
import { isPermanent, readPayment } from '../payments/provider';
import { returnDuePayments } from '../payments/refunds';
import { settlePayment } from '../payments/settle';
import { completePastSessions } from './complete';

const EVERY_MS = 5000;
/** Payment pages of one run; each may wait half a minute for a hanging provider. */
const MAX_PAGES = 20;

/** Independent tasks, so that a hanging payment provider delays only those that need it. */
const tasks: [what: string, run: (deps: Dependencies) => Promise<void>][] = [
  ['releasing expired holds', releaseHolds],
  ['closing payment pages', closeCheckouts],
  ['completing past sessions', completePastSessions],
  ['making due refunds', returnDuePayments],
];

export async function sweep(deps: Dependencies): Promise<void> {
  for (const [, run] of tasks) await run(deps);
}

export function runSweep(deps: Dependencies): () => Promise<void> {
  const stops = tasks.map(([what, run]) => repeat(EVERY_MS, what, () => run(deps)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function releaseHolds({ db, now }: Dependencies): Promise<void> {
  await transact(db, (tx) => endExpiredHolds(tx, now())).catch((error: Error) =>
    log.warn({ code: 'payment.holds_kept' }, `failed to release expired holds: ${error.message}`),
  );
}

/** First {@link MAX_PAGES} expired bookings whose payment page may still be open. */
const listOpenCheckouts = (db: Database, now: Date) =>
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

async function closeCheckouts(deps: Dependencies): Promise<void> {
  await forEachInTurn(
    await listOpenCheckouts(deps.db, deps.now()),
    ({ id }) => `closing the payment page of booking ${id}`,
    async ({ id, checkoutSession, checkoutAttempts }) => {
      if (!checkoutSession) return;
      await closeCheckout(deps, id, checkoutSession).catch((error: Error) =>
        postponeClosing(deps, { id, attempts: checkoutAttempts + 1 }, error),
      );
    },
  );
}

/** Closes a payment page. Settles it if it was paid at the last moment or its webhook was lost. */
async function closeCheckout(
  deps: Dependencies,
  bookingId: number,
  session: string,
): Promise<void> {
  const { db, stripe } = deps;
  const before = await readState(stripe, session);
  const state = before === 'open' ? await expirePage(stripe, session) : before;
  if (state === 'complete') await settlePayment(deps, session);
  await db.update(bookings).set({ checkoutClosed: true }).where(eq(bookings.id, bookingId));
}

const readState = (stripe: Stripe, session: string) =>
  readPayment(stripe, session)
    .then(({ state }) => state)
    .catch((error: { code?: string }) => {
      if (error.code === 'resource_missing') return 'expired' as const;
      throw error;
    });

/** Returns the state of a payment page that was open. The provider refuses to expire one that was paid, or closed by another process, meanwhile. */
async function expirePage(stripe: Stripe, session: string) {
  try {
    await stripe.checkout.sessions.expire(session);
    return 'expired' as const;
  } catch (error) {
    const state = isPermanent(error) ? await readState(stripe, session) : 'open';
    if (state === 'open') throw error;
    return state;
  }
}

async function postponeClosing(
  { db, now }: Dependencies,
  { id, attempts }: { id: number; attempts: number },
  error: Error,
): Promise<void> {
  log.warn(
    { code: 'payment.page_open' },
    `failed to close the payment page of booking ${id}: ${error.name}; retrying`,
  );
  const isOver = isPermanent(error);
  await db
    .update(bookings)
    .set({
      checkoutAttempts: attempts,
      checkoutAfter: new Date(now().getTime() + delayAfter(attempts)),
      ...(isOver && { checkoutClosed: true }),
    })
    .where(eq(bookings.id, id));
  if (isOver)
    await reportIncident(db, {
      key: `payment page of booking ${id}`,
      type: 'payment_page.not_closed',
      bookingId: id,
      occurredAt: now(),
      summary: `the payment page of booking ${id} could not be closed; check at the payment provider whether it was paid`,
    });
}
