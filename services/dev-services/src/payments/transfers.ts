import { formatDollars } from '@carry/contracts/format';
import type { ConnectedAccounts } from './accounts';
import { type Charge, type Charges, newId } from './charges';
import { at, type FormTree } from './form-body';
import { InvalidRequest, notFound } from './invalid-request';

export interface Transfer {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  metadata: Record<string, string>;
  reversed: boolean;
  source_transaction: string | null;
  transfer_group: string | null;
}

export interface Platform {
  settlementCurrency: string;
}

export interface Payout {
  id: string;
  object: 'payout';
  account: string;
  amount: number;
  currency: string;
  status: 'paid' | 'failed';
  failure_code: string | null;
  failure_message: string | null;
}

const dollars = (cents: number) => formatDollars(cents / 100);

function positive(value: string | undefined, name: string): number {
  const amount = Number(value);
  if (value === undefined) throw new InvalidRequest(`Missing required param: ${name}.`);
  if (!Number.isInteger(amount) || amount < 1)
    throw new InvalidRequest(`Invalid positive integer: ${name}`);
  return amount;
}

export class Transfers {
  private readonly transfers: Transfer[] = [];
  private readonly payouts: Payout[] = [];
  private readonly accounts: ConnectedAccounts;
  private readonly charges: Charges;
  readonly platform: Platform;

  constructor(accounts: ConnectedAccounts, charges: Charges, platform: Platform) {
    this.platform = platform;
    this.accounts = accounts;
    this.charges = charges;
  }

  requireDestination(destination: string): void {
    if (this.accounts.get(destination).capabilities.transfers !== 'active')
      throw new InvalidRequest(
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
        { code: 'insufficient_capabilities_for_transfer' },
      );
  }

  /** Makes the transfer of a destination charge. */
  addToCharge(
    charge: Charge,
    { destination, amount, group }: { destination: string; amount: number; group: string | null },
  ): Transfer {
    const transfer: Transfer = {
      id: newId('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      currency: charge.currency,
      destination,
      metadata: {},
      reversed: false,
      source_transaction: charge.id,
      transfer_group: group,
    };
    this.transfers.unshift(transfer);
    charge.transfer = transfer.id;
    charge.transfer_data = { destination, amount };
    return transfer;
  }

  /** Takes back the share of a refund that a destination charge transferred. Throws if its account has too little. */
  reverseShare(charge: Charge, refunded: number): Transfer {
    if (!charge.transfer)
      throw new InvalidRequest(
        `Cannot reverse transfer: charge ${charge.id} does not have an associated transfer.`,
      );
    const transfer = this.get(charge.transfer);
    const share = Math.round((transfer.amount * refunded) / charge.amount);
    const amount = Math.min(share, transfer.amount - transfer.amount_reversed);
    if (amount > 0) this.reverse(transfer.id, { amount: String(amount) });
    return transfer;
  }

  create(form: FormTree): Transfer {
    const amount = positive(at(form, 'amount'), 'amount');
    const destination = at(form, 'destination') ?? '';
    const currency = at(form, 'currency') ?? '';
    if (currency !== 'usd') throw new InvalidRequest(`Invalid currency: ${currency}`);
    this.requireDestination(destination);
    const source = at(form, 'source_transaction') ?? null;
    if (source) this.requireSource(source, amount);
    else if (amount > this.platformBalance()) throw insufficient();
    const transfer: Transfer = {
      id: newId('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      currency,
      destination,
      metadata: Object.fromEntries(
        Object.entries(form['metadata'] ?? {}).map(([key, value]) => [key, String(value)]),
      ),
      reversed: false,
      source_transaction: source,
      transfer_group: at(form, 'transfer_group') ?? null,
    };
    this.transfers.unshift(transfer);
    return transfer;
  }

  private requireSource(source: string, amount: number): void {
    const charge = this.charges.charge(source);
    if (!charge) throw notFound('charge', source);
    const settled = this.platform.settlementCurrency;
    if (settled !== 'usd')
      throw new InvalidRequest(
        `The currency of source_transaction's balance transaction (${settled}) must be the same as the transfer currency (usd)`,
      );
    const used = this.transfers
      .filter(({ source_transaction }) => source_transaction === source)
      .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
    if (used + amount > charge.amount)
      throw new InvalidRequest(
        `The transfers from this charge must not exceed the source amount of ${dollars(charge.amount)} (${dollars(used)} is transferred).`,
        { code: 'transfer_source_balance_parameters_mismatch' },
      );
  }

  platformBalance(): number {
    const sent = this.transfers.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
    return this.charges.balance() - sent;
  }

  get(id: string): Transfer {
    const transfer = this.transfers.find((one) => one.id === id);
    if (!transfer) throw notFound('transfer', id);
    return transfer;
  }

  list({ group, destination }: { group?: string; destination?: string }): Transfer[] {
    return this.transfers.filter(
      (one) =>
        (!group || one.transfer_group === group) &&
        (!destination || one.destination === destination),
    );
  }

  /** Takes back part of a transfer out of the connected account's balance. */
  reverse(id: string, form: FormTree) {
    const transfer = this.get(id);
    const rest = transfer.amount - transfer.amount_reversed;
    const typed = at(form, 'amount');
    const amount = typed === undefined ? rest : positive(typed, 'amount');
    if (rest === 0)
      throw new InvalidRequest('This transfer is already fully reversed.', { isExecuted: true });
    if (amount > rest)
      throw new InvalidRequest(
        `Reversal amount (${dollars(amount)}) is greater than unreversed amount on transfer (${dollars(rest)})`,
      );
    if (amount > this.getBalance(transfer.destination)) throw insufficient();
    transfer.amount_reversed += amount;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    const { currency } = transfer;
    return { id: newId('trr'), object: 'transfer_reversal', amount, currency, transfer: id };
  }

  getBalance(account: string): number {
    const received = this.list({ destination: account });
    const paidOut = this.payouts.filter((one) => one.account === account && one.status === 'paid');
    return (
      received.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0) -
      paidOut.reduce((sum, { amount }) => sum + amount, 0)
    );
  }

  /** Pays out of a connected account to its bank. A failed payout returns to the balance. */
  payOut(account: string, amount: number, failure: string | null = null): Payout {
    if (!this.accounts.get(account).payouts_enabled)
      throw new InvalidRequest('Payouts are not enabled for this account.', {
        code: 'payouts_not_allowed',
      });
    if (amount > this.getBalance(account)) throw insufficient();
    const payout: Payout = {
      id: newId('po'),
      object: 'payout',
      account,
      amount,
      currency: 'usd',
      status: failure ? 'failed' : 'paid',
      failure_code: failure && 'account_closed',
      failure_message: failure,
    };
    this.payouts.unshift(payout);
    return payout;
  }

  listPayouts(account: string): Payout[] {
    return this.payouts.filter((one) => one.account === account);
  }
}

const insufficient = () =>
  new InvalidRequest('You have insufficient available funds in your Stripe account.', {
    code: 'balance_insufficient',
    isExecuted: true,
  });
