import { paths } from '@carry/contracts/paths';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Dependencies } from '../../core/context/dependencies';
import { type coaches, payoutAccounts, users } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';
import { describeError, log } from '../../core/process/log';
import { ownCoach } from '../coaches/coach-lookup';
import { introductionChoices } from '../coaches/introduction-change';
import { providerDown } from '../payments/provider';
import { payoutState, refreshAccount } from './accounts';
import { createAccount } from './provider';

type Coach = typeof coaches.$inferSelect;
type PayoutAccount = typeof payoutAccounts.$inferSelect;

async function findAccount({ db }: Dependencies, coachId: number): Promise<PayoutAccount | null> {
  const [account] = await db
    .select()
    .from(payoutAccounts)
    .where(eq(payoutAccounts.coachId, coachId));
  return account ?? null;
}

/** A page waits for the provider's answer. */
const QUICK = { timeout: 3000, maxNetworkRetries: 0 };

/** Reads an unfinished account anew, because its event may be late. Returns the stored one if the provider is slow. */
async function currentAccount(deps: Dependencies, coachId: number): Promise<PayoutAccount | null> {
  const account = await findAccount(deps, coachId);
  if (!account || account.enabled || account.retiredAt) return account;
  return refreshAccount(deps, account.account, QUICK).catch((error: unknown) => {
    log.warn(
      { code: 'payout.account_unknown' },
      `failed to read the account of coach ${coachId}: ${describeError(error)}`,
    );
    return account;
  });
}

const getPayouts: Handler<'GET /api/coach/payouts/'> = async (deps, { userId }) => {
  const coach = await ownCoach(deps.db, userId);
  const shared = {
    country: coach.country,
    countries: introductionChoices.countries,
    charges: deps.config.stripe.destinationCharges
      ? ('destination' as const)
      : ('separate' as const),
  };
  if (!deps.config.stripe.connectSecret) return { ...shared, state: 'off' as const, failure: null };
  const account = await currentAccount(deps, coach.id);
  // The country of an account that was given up may have been the reason.
  const country = (account?.retiredAt ? null : account?.country) ?? coach.country;
  return { ...shared, country, state: payoutState(account), failure: account?.failure ?? null };
};

/** True if the coach opens another account: the first one is given up, or has another country, which the provider never changes. */
const isReplaced = (
  { submitted, retiredAt, country }: PayoutAccount,
  newCountry: string | undefined,
) =>
  retiredAt !== null ||
  (!submitted && newCountry !== undefined && country !== null && newCountry !== country);

async function requireAccount(
  deps: Dependencies,
  coach: Coach,
  country: string | undefined,
): Promise<PayoutAccount> {
  const existing = await currentAccount(deps, coach.id);
  if (existing && !isReplaced(existing, country)) return existing;
  if (!introductionChoices.countries.some(({ code }) => code === country) || !country)
    throw new Problem(400, 'Choose the country of your bank account.');
  const [user] = await deps.db.select().from(users).where(eq(users.id, coach.userId));
  const account = await createAccount(deps.stripe, coach.id, {
    email: user?.email ?? '',
    country,
    previous: existing?.account,
  }).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'country')
      throw new Problem(400, "Stripe can't pay out to this country. Please write to us.");
    throw error;
  });
  await storeAccount(deps, existing, { coachId: coach.id, account, country });
  const stored = await findAccount(deps, coach.id); // a concurrent request may have been faster
  if (!stored) throw new Error('the insert returned no account');
  return stored;
}

async function storeAccount(
  { db, now }: Dependencies,
  existing: PayoutAccount | null,
  account: Pick<PayoutAccount, 'coachId' | 'account' | 'country'>,
): Promise<void> {
  const values = {
    ...{ ...account, submitted: false, enabled: false },
    ...{ failure: null, bankEventAt: null, retiredAt: null },
  };
  if (!existing)
    await db
      .insert(payoutAccounts)
      .values({ ...values, updatedAt: now() })
      .onConflictDoNothing();
  else
    await db
      .update(payoutAccounts)
      .set({ ...values, updatedAt: now() })
      .where(
        and(
          eq(payoutAccounts.account, existing.account),
          or(eq(payoutAccounts.submitted, false), isNotNull(payoutAccounts.retiredAt)),
        ),
      );
}

const openProvider: Handler<'POST /api/coach/payouts/link/'> = async (
  deps,
  { userId, body: { country } },
) => {
  const { config, stripe } = deps;
  if (!config.stripe.connectSecret) throw new Problem(409, "This site doesn't pay out yet.");
  const coach = await ownCoach(deps.db, userId);
  try {
    const { account, submitted, enabled } = await requireAccount(deps, coach, country);
    if (submitted && enabled) return { url: (await stripe.accounts.createLoginLink(account)).url };
    const page = `${config.siteUrl}${paths.coachEarnings}`;
    const link = {
      account,
      refresh_url: page,
      return_url: page,
      type: 'account_onboarding',
    } as const;
    return { url: (await stripe.accountLinks.create(link)).url };
  } catch (error) {
    return providerDown(error);
  }
};

export const payoutHandlers = {
  'GET /api/coach/payouts/': getPayouts,
  'POST /api/coach/payouts/link/': openProvider,
} satisfies Partial<Handlers>;
