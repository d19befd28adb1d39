import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { providerDown } from '../src/features/payments/provider';
import { onPGlite } from './harness';

onPGlite('metrics of events', (api) => {
  test('counts failures of the payment provider', async () => {
    const error = new Stripe.errors.StripeConnectionError({
      type: 'api_error',
      message: 'no answer',
    });
    const count = async () => {
      const text = await api().metrics.registry.metrics();
      return Number(/events_total\{code="payment.provider_failed"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count(); // tests of other files share the process
    expect(() => providerDown(error)).toThrow("The payment provider isn't responding");
    expect(await count()).toBe(before + 1);
  });

  test('counts paid bookings', async () => {
    const text = await api().metrics.registry.metrics();
    expect(text).toMatch(/^carry_api_payments \d+$/m);
  });
});
