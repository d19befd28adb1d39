// A new student pays in few steps, without a password.
import type { Locator, Page } from 'playwright/test';
import { daysLoaded, newAddress, pickSlot } from './support/site/actions';
import { countEffort, logInByCode, type } from './support/site/effort';
import { expect, test } from './support/site/fixtures';

const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' });

test('takes a new student from /cs2 to payment in 7 clicks', {
  tag: ['@ours'],
}, async ({ page, context, site }) => {
  const effort = await countEffort(context);
  const address = newAddress();
  await page.goto('/cs2');
  await page.getByRole('link', { name: 'Book Now' }).click();
  await pickSlot(page, 4);
  await type(page.getByLabel('Details'), 'I lose every second duel.');
  await expect(bookNow(page)).toBeDisabled();
  await logInByCode(page, site, address);
  await expect(bookNow(page)).toBeFocused();
  await expect(page.getByLabel('Contact info')).toHaveValue(address);
  await bookNow(page).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
  expect({ clicks: effort.clicks, fields: [...effort.fields].sort() }).toEqual({
    clicks: 7,
    fields: ['booking-details', 'sign-in-code-code', 'sign-in-email'],
  });
});

test('continues with Discord and keeps what was typed', { tag: ['@ours'] }, async ({ page }) => {
  await page.goto('/booking/1');
  await daysLoaded(page);
  await page.getByLabel('Details').fill('Typed before Discord.');
  await page.getByRole('button', { name: 'Log in without a password' }).click();
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  const name = `player-${process.pid}-${Date.now()}`;
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your email').fill(newAddress());
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page).toHaveURL('/booking/1#booking-title');
  await expect(bookNow(page)).toBeEnabled();
  await expect(page.getByLabel('Contact info')).toHaveValue(name);
  await expect(page.getByLabel('Details')).toHaveValue('Typed before Discord.');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('shows price, action and form first on a phone', {
  tag: ['@ours'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cs2');
  for (const part of [page.getByText(/^From \$25/), page.getByRole('link', { name: 'Book Now' })])
    await expect(part.first()).toBeInViewport({ ratio: 1 });
  await page.goto('/booking/1');
  const top = async (locator: Locator) => (await locator.first().boundingBox())?.y ?? Number.NaN;
  const form = await top(page.getByRole('heading', { name: 'Book a session' }));
  expect(form).toBeLessThan(844);
  expect(form).toBeLessThan(await top(page.getByText(/played Counter-Strike and Valorant/)));
  await expect(page.getByRole('button', { name: 'Log in without a password' })).toBeInViewport({
    ratio: 1,
  });
});
