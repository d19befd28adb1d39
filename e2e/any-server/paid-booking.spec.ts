import type { Page } from 'playwright/test';
import { offer, services } from '../support/any-server/offer';
import { expect, type MinimalServer, main, signedIn, test } from '../support/any-server/site';

const CREATE = 'POST /api/create-booking/';
const CHECKOUT = 'POST /api/create-checkout-session/';
const INFO = 'GET /api/stripe/success-info/';
const alert = (page: Page) => page.getByRole('alertdialog');
const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' }).click();
const count = (api: MinimalServer, name: string) =>
  api.calls.filter(({ call }) => call === name).length;

/** Orders a service without a time. The server creates the booking and then fails. */
async function orderUnpaid(page: Page, api: MinimalServer, coach: number): Promise<void> {
  await signedIn(page);
  api.answer(CREATE, { body: { booking_id: 5 } });
  api.answer(CHECKOUT, { status: 503 });
  api.answer('GET /api/my-sessions/', { body: [] });
  await page.goto(offer(api, coach, { services: services.slice(1) }));
  await page.getByLabel('Contact info').fill('kim');
  await page.getByLabel('Details').fill('aim');
  await bookNow(page);
  await expect(alert(page)).toContainText('Payment session failed to create.');
  await page.keyboard.press('Escape');
}

test('pays the held booking after the payment page failed once', async ({ page, api }) => {
  await orderUnpaid(page, api, 61);
  api.answer(CREATE, { status: 409 });
  api.answer(CHECKOUT, { body: { sessionId: 'cs_61' } });
  await bookNow(page);
  await expect(page).toHaveURL(/#cs_61$/);
  expect(count(api, CREATE)).toBe(1);
});

test('leads back to a payment whose booking failed to load', async ({ page, api }) => {
  await orderUnpaid(page, api, 62);
  api.answer(INFO, { status: 502 });
  await page.goto('/booking-success?session_id=cs_62');
  await expect(main(page).getByRole('alert')).toHaveText('Request failed (502)');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.goto('/');
  const strip = page.getByRole('complementary', { name: 'Your booking' });
  await expect(strip.getByRole('link')).toHaveAccessibleName('Continue to your paid booking');
  api.answer(INFO, { body: { booking_id: 5 } });
  await strip.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
  await expect(main(page)).toContainText('Your coach will contact you.');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Join us on Discord' })).toBeVisible();
  await page.goto('/booking/62');
  await expect(page.getByLabel('Contact info')).toHaveValue('');
});

test('leaves no draft of the payment after a sign-out', async ({ page, api }) => {
  await signedIn(page);
  api.answer(INFO, { body: { booking_id: 5 } });
  await page.goto('/booking-success?session_id=cs_66');
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(main(page).getByRole('alert')).toContainText("You're not signed in.");
  const names = await page.evaluate(() => Object.keys(localStorage));
  expect(names.filter((name) => name.startsWith('draft:'))).toEqual([]);
});

test('recognizes a booking that was paid on another device', async ({ page, api }) => {
  await orderUnpaid(page, api, 63);
  api.answer('GET /api/my-sessions/', { body: [{ id: 5, status: 'confirmed' }] });
  await page.goto('/');
  const strip = page.getByRole('complementary', { name: 'Your booking' });
  await expect(strip.getByRole('link')).toHaveAccessibleName(/^You've already booked this\./);
  await page.goto('/booking/63');
  await expect(main(page).getByText("You've already booked this.")).toBeVisible();
  await expect(page.getByLabel('Contact info')).toHaveValue('');
  await page.reload();
  await page.getByLabel('Contact info').fill('kim');
  await expect(main(page).getByText("You've already booked this.")).toHaveCount(0);
});

test('lets the server limit an order', async ({ page, api }) => {
  await orderUnpaid(page, api, 64);
  api.answer(CHECKOUT, { body: { sessionId: 'cs_64' } });
  await page.getByLabel('Quantity (unit(s))').fill('101');
  await page.getByLabel('Contact info').fill('k'.repeat(201));
  await bookNow(page);
  await expect(page).toHaveURL(/#cs_64$/);
  const body = api.calls.findLast(({ call }) => call === CHECKOUT)?.body;
  expect(body).toMatchObject({ quantity: 101, price: 1262.5 });
});

test('links no texts that the site lacks', async ({ page, api }) => {
  await page.goto(offer(api, 65));
  await expect(page.getByLabel('Details')).toBeVisible();
  await expect(main(page).getByText('100% Satisfaction Guarantee.')).toBeVisible();
  await expect(main(page).getByRole('link', { name: /refunds|Terms|Privacy/ })).toHaveCount(0);
});
