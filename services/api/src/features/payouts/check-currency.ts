import type { Dependencies } from '../../core/context/dependencies';
import { log } from '../../core/process/log';

/** Logs at startup if Stripe keeps no balance in US dollars: it makes no transfer in another currency than the payment's balance. */
export async function checkBalanceCurrency({
  config,
  stripe,
}: Pick<Dependencies, 'config' | 'stripe'>): Promise<void> {
  if (!config.stripe.connectSecret) return;
  const { available, pending } = await stripe.balance.retrieve();
  const currencies = new Set([...available, ...pending].map(({ currency }) => currency));
  if (!currencies.has('usd'))
    log.error(
      { code: 'payout.wrong_currency' },
      `the Stripe balance is in ${[...currencies].join(', ')}, so no payout works; add a bank account in US dollars at Stripe`,
    );
}
