import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { payoutAccounts } from '../../core/db/schema';
import { stateOf } from './provider';

type PayoutAccount = typeof payoutAccounts.$inferSelect;

/** State of a coach's account for the coach and operators. */
export function payoutState(account: PayoutAccount | null) {
  if (!account || account.retiredAt) return 'none' as const;
  if (!account.submitted) return 'unfinished' as const;
  return account.enabled ? ('active' as const) : ('waiting' as const);
}

const isInUse = (account: string) =>
  and(eq(payoutAccounts.account, account), isNull(payoutAccounts.retiredAt));

/** Stores the provider's current state of an account. Null if it is not a coach's, or no longer. */
export async function refreshAccount(
  { db, stripe, now }: Dependencies,
  account: string,
  options: Stripe.RequestOptions = {},
): Promise<PayoutAccount | null> {
  const [row] = await db
    .select({ coachId: payoutAccounts.coachId })
    .from(payoutAccounts)
    .where(isInUse(account));
  if (!row) return null;
  const current = stateOf(await stripe.accounts.retrieve(account, {}, options));
  const [stored] = await db
    .update(payoutAccounts)
    .set({ ...current, updatedAt: now() })
    .where(isInUse(account))
    .returning();
  return stored ?? null;
}

/** Stores the reason of a failed payout to the bank; null clears it. */
export const recordPayout = ({ db, now }: Dependencies, account: string, failure: string | null) =>
  db.update(payoutAccounts).set({ failure, updatedAt: now() }).where(isInUse(account));

/** Gives a coach's account up, such as one that the provider has closed. Returns false without an account. */
export const retireAccount = async (db: Database, coachId: number, now: Date): Promise<boolean> =>
  (
    await db
      .update(payoutAccounts)
      .set({ submitted: false, enabled: false, failure: null, retiredAt: now, updatedAt: now })
      .where(and(eq(payoutAccounts.coachId, coachId), isNull(payoutAccounts.retiredAt)))
      .returning({ coachId: payoutAccounts.coachId })
  ).length > 0;
