import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaymentPageOrigins } from '../src/core/context/page-origin';
import { onPGlite } from './harness';

let payment: string[] = [];
const site = createServer((_, response) =>
  response.end(JSON.stringify({ runs: { redirects: { payment } } })),
);
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
afterAll(() => void site.close());

onPGlite('origins of payment pages', (api) => {
  const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const counted = async () => {
    const text = await api().metrics.registry.metrics();
    return Number(/^carry_api_payment_pages_unlisted_total (\d+)$/m.exec(text)?.[1]);
  };

  test('counts each page that the site does not list', async () => {
    const deps = { ...api(), config: { ...api().config, siteUrl: siteUrl() } };
    const { origin } = api().sandbox;
    const origins = new PaymentPageOrigins();
    payment = ['https://checkout.stripe.com'];
    await origins.check(deps, `${origin}/c/pay/1`);
    await origins.check(deps, `${origin}/c/pay/2`);
    expect(await counted()).toBe(2);
    payment = [origin];
    await origins.check(deps, `${origin}/c/pay/3`);
    expect(await counted()).toBe(2);
  });

  test('detects it at startup, not while the site is down', async () => {
    const before = await counted();
    const token = await api().newStudent('origin');
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), token)
    ).body;
    await api().send('POST', `/api/bookings/${id}/checkout/`, {}, token);
    expect(await counted()).toBe(before);
    payment = ['https://checkout.stripe.com'];
    const deps = { ...api(), config: { ...api().config, siteUrl: siteUrl() } };
    await new PaymentPageOrigins().checkOpenPage(deps);
    expect(await counted()).toBe(before + 1);
  });
});
