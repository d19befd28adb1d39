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
    expect(() => providerDown(error)).toThrow("The payment provider isn't responding");
    const text = await api().metrics.registry.metrics();
    expect(text).toContain('carry_api_events_total{code="payment.provider_failed"} 1');
  });

  test('counts paid bookings', async () => {
    const text = await api().metrics.registry.metrics();
    expect(text).toMatch(/^carry_api_payments \d+$/m);
  });
});
