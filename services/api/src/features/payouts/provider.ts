import type Stripe from 'stripe';
import { digest } from '../accounts/passwords';
import { getTransferGroup } from '../payments/provider';

export interface AccountState {
  submitted: boolean;
  /** Transfers arrive and are paid out to the bank. */
  enabled: boolean;
  country: string | null;
}

export const getState = ({
  details_submitted,
  payouts_enabled,
  capabilities,
  country,
}: Pick<
  Stripe.Account,
  'details_submitted' | 'payouts_enabled' | 'capabilities' | 'country'
>): AccountState => ({
  submitted: details_submitted === true,
  enabled: payouts_enabled === true && capabilities?.transfers === 'active',
  country: country ?? null,
});

interface NewAccount {
  email: string;
  country: string;
  previous: string | undefined;
}

/** Creates an Express account. Its idempotency key has all parameters, because the provider rejects a key with others. */
export async function createAccount(
  stripe: Stripe,
  coachId: number,
  { email, country, previous = '' }: NewAccount,
): Promise<string> {
  const platform = await stripe.accounts.retrieveCurrent();
  // A platform in the United States pays coaches elsewhere under the agreement for recipients.
  const isAbroad = platform.country === 'US' && country !== 'US';
  const { id } = await stripe.accounts.create(
    {
      type: 'express',
      country,
      email,
      capabilities: { transfers: { requested: true } },
      metadata: { coach_id: String(coachId) },
      ...(isAbroad && { tos_acceptance: { service_agreement: 'recipient' } }),
    },
    { idempotencyKey: `account-${coachId}-${country}-${digest(email + previous)}` },
  );
  return id;
}

export interface BookingTransfer {
  /** Row of our table, which matches the transfer's events. */
  id: number;
  bookingId: number;
  account: string;
  amountCents: number;
  attempts: number;
}

/** Makes a transfer out of a charge and returns its id. Each attempt has its own idempotency key, because the provider replays errors for a repeated one. */
export async function createTransfer(
  stripe: Stripe,
  { id, bookingId, account, amountCents, attempts }: BookingTransfer,
  charge: string,
): Promise<string> {
  const made = await stripe.transfers.create(
    {
      amount: amountCents,
      currency: 'usd',
      destination: account,
      source_transaction: charge,
      transfer_group: getTransferGroup(bookingId),
      metadata: { booking_id: String(bookingId), transfer_id: String(id) },
    },
    { idempotencyKey: `transfer-${id}-${attempts}` },
  );
  return made.id;
}
