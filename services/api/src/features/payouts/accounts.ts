import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import { coaches, payoutAccounts, users } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { Problem } from '../../core/errors/problem';
import { payoutReturnedMail } from '../mail/operator-messages';
import { queueMail } from '../mail/outbox';
import { type ProviderEvent, recordEventOnce } from '../payments/settle';
import { getState } from './provider';

type PayoutAccount = typeof payoutAccounts.$inferSelect;

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
  const readAt = now();
  const current = getState(await stripe.accounts.retrieve(account, {}, options));
  await db
    .update(payoutAccounts)
    .set({ ...current, updatedAt: readAt })
    .where(and(isInUse(account), lte(payoutAccounts.updatedAt, readAt))); // another process may have read it later
  const [stored] = await db.select().from(payoutAccounts).where(isInUse(account));
  return stored ?? null;
}

export interface BankPayout extends ProviderEvent {
  account: string;
  failure: string | null;
  occurredAt: Date;
}

/** Stores the reason of a failed payout to the bank, and emails the coach about one that the bank returned. Once for each event; ignores one older than the last. */
export const recordPayout = (
  { db, config, now }: Dependencies,
  { id, type, account, failure, occurredAt }: BankPayout,
): Promise<void> =>
  transact(db, async (tx) => {
    if (!(await recordEventOnce(tx, { id, type }))) return;
    const [stored] = await tx
      .update(payoutAccounts)
      .set({ failure, bankEventAt: occurredAt })
      .where(
        and(
          isInUse(account),
          or(isNull(payoutAccounts.bankEventAt), lte(payoutAccounts.bankEventAt, occurredAt)),
        ),
      )
      .returning({ coachId: payoutAccounts.coachId });
    if (!stored || !failure || type !== 'payout.failed') return;
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .innerJoin(coaches, eq(coaches.userId, users.id))
      .where(and(eq(coaches.id, stored.coachId), isNull(users.deletedAt)));
    if (user) await queueMail(tx, payoutReturnedMail(config, user.email, failure), now());
  });

const ENDING_LETTERS = 8;

/** End of an account's id, which tells it from the coach's earlier ones. */
export const getEnding = ({ account }: Pick<PayoutAccount, 'account'>) =>
  account.slice(-ENDING_LETTERS);

interface Retirement {
  /** End of the id that the operator saw; undefined: not checked. */
  seen: string | undefined;
  now: Date;
}

/** Gives a coach's account up, such as one that the provider has closed. Returns false without an account. Throws 409 if it is another one than `seen`. */
export async function retireAccount(
  db: Database,
  coachId: number,
  { seen, now }: Retirement,
): Promise<boolean> {
  const [account] = await db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.coachId, coachId), isNull(payoutAccounts.retiredAt)))
    .for('update');
  if (!account) return false;
  if (seen !== undefined && seen !== getEnding(account))
    throw new Problem(
      409,
      'The coach has set up another payout account by now. Please check it and try again.',
    );
  await db
    .update(payoutAccounts)
    .set({ submitted: false, enabled: false, failure: null, retiredAt: now, updatedAt: now })
    .where(eq(payoutAccounts.coachId, coachId));
  return true;
}
