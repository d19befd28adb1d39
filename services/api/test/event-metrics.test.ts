import { expect, test } from 'vitest';
import { checkWebhookEndpoint } from '../src/features/payments/check-endpoint';
import { onPGlite } from './harness';

onPGlite('metrics of events', (api) => {
  test('counts a missing webhook endpoint', async () => {
    const config = { ...api().config, url: 'https://elsewhere.example' };
    await checkWebhookEndpoint({ ...api(), config });
    const text = await api().metrics.registry.metrics();
    expect(text).toContain('carry_api_events_total{code="payment.webhook_missing"} 1');
  });

  test('counts paid bookings', async () => {
    const text = await api().metrics.registry.metrics();
    expect(text).toMatch(/^carry_api_payments \d+$/m);
  });
});
