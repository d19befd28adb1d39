import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demo } from 'api/demo';
import { violations } from './support/pages/accessibility';
import { wideTables } from './support/pages/sideways';
import { chooseService, daysLoaded, fillBooking, logIn, signIn } from './support/site/actions';
import { test as base, expect, type Site, startSite } from './support/site/fixtures';

/** Starts a separate site, because this test changes the demo coach. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A calendar that is busy for the next four days. */
async function serveCalendar() {
  const stamp = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1'],
    ...[`DTSTART:${stamp(-1)}`, `DTEND:${stamp(4)}`, 'END:VEVENT', 'END:VCALENDAR'],
  ];
  const server = createServer((_, response) => response.end(lines.join('\r\n')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/private.ics`, close: () => server.close() };
}

test('a calendar blocks times, and a delivered session is in the earnings', {
  tag: ['@ours'],
}, async ({ page, browser, site }) => {
  const calendar = await serveCalendar();
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach-dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('link')).toHaveText(['Set up payouts']);
  expect(await violations(page)).toEqual([]);

  await page.goto('/coach/availability');
  await page.getByLabel('Calendar address').fill(calendar.url);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText(/^1 busy time, read /)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const context = await browser.newContext({ baseURL: site.urls.site, locale: 'en-US' });
  const student = await context.newPage();
  await signIn(student);
  await expect(async () => {
    await student.goto('/booking/1');
    await daysLoaded(student);
    await expect(student.getByRole('button', { name: /no times/i })).not.toHaveCount(0);
  }).toPass({ timeout: 30_000 });
  await chooseService(student, 'Recorded match review');
  await fillBooking(student, 'earning#1');
  await student.getByRole('button', { name: 'Book Now' }).click();
  await student.getByRole('button', { name: /^Pay/ }).click();
  await student.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
  await context.close();

  await page.goto('/coach-dashboard');
  await page.getByRole('link', { name: /^View Booking/ }).click();
  await page.getByLabel('Result').fill('Watch your crosshair on B.');
  await page.getByRole('button', { name: 'Deliver result' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Watch your crosshair on B.')).toBeVisible();
  await page.goto('/coach/earnings');
  const total = page.getByRole('row', { name: /^Total/ });
  await expect(total.getByRole('cell')).toHaveText(['$18.00', '$2.70', '$0.00', '$0.00', '$15.30']);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 844 });
  expect(await wideTables(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByLabel('Country of your bank account').selectOption('DE');
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await page.getByRole('link', { name: 'Continue to Stripe' }).click();
  await page.getByRole('button', { name: 'Agree and submit' }).click();
  await expect(page.getByRole('button', { name: 'Open your Stripe account' })).toBeVisible();
  calendar.close();
});
