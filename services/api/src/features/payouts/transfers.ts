import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isUniqueViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { bookings, transfers } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { log } from '../../core/process/log';
import { delayAfter, forEachInTurn } from '../../core/process/repeat';
import { recoverTransfer } from '../payments/charge-transfer';
import { recordReturns, reportDispute } from '../payments/disputes';
import { reportIncident, reportUnlessOpen, resolveTransferIncidents } from '../payments/incidents';
import { getCode, isPermanent, type Payment, readPayment, withSettled } from '../payments/provider';
import { settlePayment } from '../payments/settle';
import { refreshAccount } from './accounts';
import { isPayable, isShareReleased, listPayable, payableFrom, readPendingCents } from './due';
import { createTransfer } from './provider';

export type Transfer = typeof transfers.$inferSelect;
type Booking = typeof bookings.$inferSelect;

const BATCH = 50;
export const LEASE_MS = 60_000;
/** About an hour and a half of backoff, then an incident. */
export const REPORT_AFTER = 10;
const DAY_MS = 24 * 3_600_000;
const WAITS = 'transfer.waits';

/** Transfers due shares to the coaches. Idempotent, safe in several processes. */
export async function transferDue(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  await forEachInTurn(
    await listPayable(db, { now: now(), limit: BATCH }),
    ({ id }) => `beginning the payout of booking ${id}`,
    (payable) =>
      transact(db, (tx) => begin(tx, payable, now())).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error; // another process was faster
      }),
  );
  await forEachInTurn(
    await listDue(db, now()),
    ({ bookingId }) => `paying out booking ${bookingId}`,
    async ({ id }) => {
      const transfer = await claim(db, id, { now: now() });
      if (transfer) await makeOne(deps, transfer);
    },
  );
}

const listDue = (db: Database, now: Date) =>
  db
    .select({ id: transfers.id, bookingId: transfers.bookingId })
    .from(transfers)
    .where(and(isNull(transfers.transfer), lte(transfers.retryAt, now)))
    .orderBy(transfers.retryAt, transfers.id);

export async function lockBooking(tx: Database, id: number): Promise<Booking | undefined> {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
  return booking;
}

async function begin(
  tx: Database,
  { id: bookingId, account }: { id: number; account: string },
  now: Date,
): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  const amountCents = await readPendingCents(tx, bookingId);
  if (!booking || !isPayable(booking, now) || amountCents <= 0) return;
  await tx
    .insert(transfers)
    .values({ bookingId, account, amountCents, retryAt: now, createdAt: now });
}

const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS);

export async function claim(
  db: Database,
  id: number,
  { now, when = lte(transfers.retryAt, now) }: { now: Date; when?: SQL },
): Promise<Transfer | undefined> {
  const [claimed] = await db
    .update(transfers)
    .set({ attempts: sql`${transfers.attempts} + 1`, refused: false, retryAt: leaseUntil(now) })
    .where(and(eq(transfers.id, id), isNull(transfers.transfer), when))
    .returning();
  return claimed;
}

async function renew(db: Database, transfer: Transfer, now: Date): Promise<boolean> {
  const renewed = await db
    .update(transfers)
    .set({ retryAt: leaseUntil(now) })
    .where(isOpen(transfer))
    .returning({ id: transfers.id });
  return renewed.length > 0;
}

async function makeOne(deps: Dependencies, transfer: Transfer): Promise<void> {
  const { db } = deps;
  try {
    const charge = await findCharge(deps, transfer);
    if (!charge) await drop(deps, transfer);
    else if (await renew(db, transfer, deps.now()))
      await recordTransfer(deps, transfer, await create(deps, transfer, charge));
  } catch (error) {
    await postpone(deps, transfer, error as Error);
    // The event about the account may be lost, and its coach has to see that the provider needs something.
    if (getCode(error) === 'insufficient_capabilities_for_transfer')
      await refreshAccount(deps, transfer.account);
  }
}

/** Makes a transfer. Marks one that the provider refuses for good, so that operators may pay it by hand without asking the provider. */
async function create(
  { db, stripe }: Dependencies,
  transfer: Transfer,
  charge: string,
): Promise<string> {
  try {
    return await createTransfer(stripe, transfer, charge);
  } catch (error) {
    if (isPermanent(error))
      await db.update(transfers).set({ refused: true }).where(isOpen(transfer));
    throw error;
  }
}

/** Records a transfer that the provider made; the ledger follows in the same statement. A reversal need not wait. Idempotent. */
export const recordTransfer = (
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { id, bookingId }: Pick<Transfer, 'id' | 'bookingId'>,
  transfer: string,
): Promise<void> =>
  transact(db, async (tx) => {
    await lockBooking(tx, bookingId); // before its transfer, as everywhere
    const made = await tx
      .update(transfers)
      .set({ transfer, attempts: 0, retryAt: sql`${transfers.createdAt}` })
      .where(and(eq(transfers.id, id), isNull(transfers.transfer)))
      .returning({ id: transfers.id });
    if (made.length > 0)
      await resolveTransferIncidents(tx, [bookingId], { now: now(), type: WAITS });
  });

export const isOpen = ({ id, attempts }: Transfer) =>
  and(eq(transfers.id, id), isNull(transfers.transfer), eq(transfers.attempts, attempts));

const drop = ({ db, now }: Dependencies, transfer: Transfer): Promise<void> =>
  transact(db, async (tx) => {
    const { bookingId } = transfer;
    await lockBooking(tx, bookingId);
    const dropped = await tx
      .delete(transfers)
      .where(isOpen(transfer))
      .returning({ id: transfers.id });
    if (dropped.length > 0)
      await resolveTransferIncidents(tx, [bookingId], { now: now(), type: WAITS });
  });

/** Charge that pays the transfer; null if the share is no longer due. First records a transfer and refunds that are lost here. */
async function findCharge(deps: Dependencies, transfer: Transfer): Promise<string | null> {
  const { bookingId, amountCents } = transfer;
  const { db, stripe, now } = deps;
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId));
  if (!booking?.checkoutSession) throw new Error(`booking ${bookingId} has no payment page`);
  const payment = await readPayment(stripe, booking.checkoutSession);
  const { charge, refundedCents, openDispute } = withSettled(payment, booking.settledCents);
  if (!charge) throw new Error(`the payment of booking ${bookingId} has no charge`);
  if (payment.transfer) {
    await adopt(deps, transfer, payment);
    return null;
  }
  const isMade = await recoverTransfer(deps, booking, payment);
  if (openDispute) {
    const event = { type: 'charge.dispute.created', occurredAt: now() }; // lost, or resolved too early
    await reportDispute(db, { ...openDispute, bookingId }, event);
    return null;
  }
  if (refundedCents !== booking.refundedCents && booking.paymentIntent) {
    await recordReturns(deps, booking.paymentIntent);
    return null;
  }
  const isDue =
    !isMade &&
    payableFrom(booking, now()) !== null &&
    (await isShareReleased(db, transfer)) &&
    (await readPendingCents(db, bookingId)) === amountCents;
  return isDue ? charge : null;
}

/** Records the transfer of a destination charge whose event is lost, instead of a second one. */
async function adopt(
  deps: Dependencies,
  { bookingId }: Transfer,
  { session, transfer }: Payment,
): Promise<void> {
  if (!transfer?.id) throw new Error(`the transfer of booking ${bookingId} is not made yet`);
  await settlePayment(deps, session);
  await resolveTransferIncidents(deps.db, [bookingId], { now: deps.now(), type: WAITS });
}

async function postpone(
  { db, now }: Dependencies,
  transfer: Transfer,
  error: Error,
): Promise<void> {
  const { id, bookingId, attempts, amountCents } = transfer;
  const isOver = isPermanent(error);
  log.error(
    { code: 'payout.transfer_failed' },
    `transfer for booking ${bookingId} failed: ${error.name}, attempt ${attempts}; retrying`,
  );
  const waitMs = isOver ? DAY_MS : Math.max(LEASE_MS, delayAfter(attempts));
  await transact(db, async (tx) => {
    await lockBooking(tx, bookingId);
    const postponed = await tx
      .update(transfers)
      .set({ retryAt: new Date(now().getTime() + waitMs) })
      .where(isOpen(transfer))
      .returning({ id: transfers.id });
    if (postponed.length === 0) return;
    if (isWrongCurrency(error)) return reportWrongCurrency(tx, now());
    if (isOver || attempts >= REPORT_AFTER)
      await (isOver ? reportIncident : reportUnlessOpen)(tx, {
        key: `transfer ${id}`,
        type: WAITS,
        bookingId,
        amountCents,
        currency: 'usd',
        occurredAt: now(),
        summary: `the payout for booking ${bookingId} failed ${attempts} times (${(error as { code?: string }).code ?? error.name}); retrying`,
      });
  });
}

/** The provider's error has no code of its own. */
const isWrongCurrency = (error: Error): boolean =>
  isPermanent(error) && /currency.*balance transaction/i.test(error.message);

const reportWrongCurrency = (db: Database, now: Date) =>
  reportUnlessOpen(db, {
    key: 'currency of the balance',
    type: 'transfer.wrong_currency',
    occurredAt: now,
    summary:
      'no payout works, because Stripe keeps the payments in another currency than US dollars; add a bank account in US dollars at Stripe, and pay what was paid until then by hand, on the page of each booking',
  });
