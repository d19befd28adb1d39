import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demo } from 'api/demo';
import type { Browser, Page } from 'playwright/test';
import { violations } from './support/pages/accessibility';
import { wideTables } from './support/pages/sideways';
import { chooseService, daysLoaded, fillBooking, logIn, signIn } from './support/site/actions';
import { callAsOperator } from './support/site/coaches';
import { test as base, expect, type Site, startSite } from './support/site/fixtures';

/** Starts a separate site, because these tests change the demo coach. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite({ STRIPE_CONNECT_CHARGES: 'destination' });
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

async function openAsStudent(browser: Browser, site: Site) {
  const context = await browser.newContext({ baseURL: site.urls.site, locale: 'en-US' });
  const student = await context.newPage();
  await signIn(student);
  return { student, close: () => context.close() };
}

async function orderReview(student: Page): Promise<void> {
  await chooseService(student, 'Recorded match review');
  await fillBooking(student, 'earning#1');
  await student.getByRole('button', { name: 'Book Now' }).click();
  await student.getByRole('button', { name: /^Pay/ }).click();
  await student.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
}

async function setUpPayouts(page: Page): Promise<void> {
  await page.getByLabel('Country of your bank account').selectOption('DE');
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await page.getByRole('link', { name: 'Continue to Stripe' }).click();
  await page.getByRole('button', { name: 'Agree and submit' }).click();
  await expect(page.getByRole('button', { name: 'Open your Stripe account' })).toBeVisible();
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

  const { student, close } = await openAsStudent(browser, site);
  await expect(async () => {
    await student.goto('/booking/1');
    await daysLoaded(student);
    await expect(student.getByRole('button', { name: /no times/i })).not.toHaveCount(0);
  }).toPass({ timeout: 30_000 });
  await orderReview(student);
  await close();

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

  await setUpPayouts(page);
  calendar.close();
});

test('a share arrives with its payment, and returns with a refund', {
  tag: ['@ours'],
}, async ({ page, browser, site }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/earnings');
  const setUp = page.getByRole('button', { name: 'Set up payouts' });
  await setUp.or(page.getByRole('button', { name: 'Open your Stripe account' })).waitFor();
  if (await setUp.isVisible()) await setUpPayouts(page);
  await expect(page.getByText('goes straight to your Stripe account')).toBeVisible();
  const readSums = async () => {
    await page.goto('/coach/earnings');
    await page.getByText('Paid by students = ').waitFor();
    const figures = page.getByRole('row', { name: /^Total/ }).getByRole('cell');
    const [paid = 0, , refunded = 0, paidOut = 0] = (await figures.allTextContents()).map((text) =>
      Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100),
    );
    return { paid, refunded, paidOut };
  };
  const before = await readSums();

  const { student, close } = await openAsStudent(browser, site);
  await student.goto('/booking/1');
  await orderReview(student);
  const number = /\d+/.exec((await student.getByText(/^\/claim \d+$/).textContent()) ?? '')?.[0];
  await close();
  const paid = { ...before, paid: before.paid + 1800 };
  expect(await readSums()).toEqual({ ...paid, paidOut: before.paidOut + 1530 });

  await callAsOperator(site)('POST', `bookings/${number}/cancel/`);
  await expect
    .poll(readSums, { timeout: 90_000 })
    .toEqual({ ...paid, refunded: before.refunded + 1800 });
});
