import { afterEach, expect, test, vi } from 'vitest';
import { log } from '../../core/process/log';
import { checkBalanceCurrency } from './check-currency';

afterEach(() => void vi.restoreAllMocks());

async function check(currencies: string[], connectSecret = 'whsec_2'): Promise<string> {
  const logged: unknown[] = [];
  vi.spyOn(log, 'error').mockImplementation((...entry: unknown[]) => void logged.push(entry[1]));
  const [available, pending] = currencies.map((currency) => [{ currency }]);
  const retrieve = async () => ({ available: available ?? [], pending: pending ?? [] });
  const deps = { config: { stripe: { connectSecret } }, stripe: { balance: { retrieve } } };
  await checkBalanceCurrency(deps as never);
  return logged.join();
}

test('reports a balance without US dollars', async () => {
  expect(await check(['eur', 'gbp'])).toMatch(/^the Stripe balance is in eur, gbp, so no payout/);
});

test('accepts US dollars, or no payouts', async () => {
  expect(await check(['eur', 'usd'])).toBe('');
  expect(await check(['eur', 'eur'], '')).toBe('');
});
