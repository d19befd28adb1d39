import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { payoutAccounts } from '../../core/db/schema';
import { stateOf } from './provider';

type PayoutAccount = typeof payoutAccounts.$inferSelect;

/** Stores the provider's current state of an account. Null if it is not a coach's. */
export async function refreshAccount(
  { db, stripe, now }: Dependencies,
  account: string,
): Promise<PayoutAccount | null> {
  const [row] = await db
    .select({ coachId: payoutAccounts.coachId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.account, account));
  if (!row) return null;
  const current = stateOf(await stripe.accounts.retrieve(account));
  const [stored] = await db
    .update(payoutAccounts)
    .set({ ...current, updatedAt: now() })
    .where(eq(payoutAccounts.account, account))
    .returning();
  return stored ?? null;
}

/** Stores the reason of a failed payout to the bank; null clears it. */
export const recordPayout = ({ db, now }: Dependencies, account: string, failure: string | null) =>
  db
    .update(payoutAccounts)
    .set({ failure, updatedAt: now() })
    .where(eq(payoutAccounts.account, account));
