import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './support/site/fixtures';

const MAX_STOPS = 80;

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const focused = () => control.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MAX_STOPS && !(await focused()); stop++)
    await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}
async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await expect(page.getByText('Verified as human.')).toBeVisible();
  await type(page, 'Email', email);
  await type(page, 'Password', password);
  await press(page, page.getByRole('main').getByRole('button', { name: 'Login' }));
  await expect(page).toHaveURL('/');
}
const signOut = async (page: Page) => {
  await press(page, page.getByRole('button', { name: 'Sign Out' }));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible();
};

test('logs in, books, pays, changes the status and writes a review', {
  tag: ['@full', '@extra-B5'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await logIn(page, demo.student);
  await page.goto('/booking/1');
  await tabTo(page, page.getByRole('radio', { checked: true }));
  while (!(await page.getByRole('radio', { name: 'Recorded match review' }).isChecked()))
    await page.keyboard.press('ArrowDown');
  await expect(page.getByText('$18.00')).toBeVisible();
  await type(page, 'Contact info', 'keyboard#1');
  await type(page, 'Details', 'No mouse at hand.');
  await press(page, page.getByRole('button', { name: 'Book Now' }));
  await press(page, page.getByRole('button', { name: /^Pay/ }));
  const number = /\d+/.exec((await page.getByText(/^\/claim \d+$/).textContent()) ?? '')?.[0];
  await press(page, page.getByRole('main').getByRole('link', { name: 'My Sessions' }));
  await expect(page).toHaveURL('/sessions');
  await signOut(page);

  await logIn(page, demo.coach);
  await page.goto('/coach-dashboard');
  await press(page, page.getByRole('link', { name: `View Booking ${number}`, exact: true }));
  await tabTo(page, page.getByLabel('Update Status'));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }));
  await expect(page.getByText('Status updated')).toBeVisible();
  await type(page, 'Coach Notes', 'Listens well.');
  await press(page, page.getByRole('button', { name: 'Save Notes' }));
  await expect(page.getByText('Notes updated')).toBeVisible();
  await signOut(page);

  await logIn(page, demo.student);
  await page.goto('/sessions');
  await press(page, page.getByRole('button', { name: 'Leave a Review' }).first());
  await tabTo(page, page.getByLabel('Rating'));
  await page.keyboard.type('4');
  await type(page, 'Display name', 'Kim');
  await type(page, 'Comment', 'Good.');
  await press(page, page.getByRole('button', { name: 'Submit' }));
  await expect(page.getByText('Review submitted!')).toBeVisible();
});

test('registers and requests a new password', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByText('Verified as human.')).toBeVisible();
  await type(page, 'Email', `keyboard-${Date.now()}@example.com`);
  await type(page, 'Password', 'Carry-2026!');
  await type(page, 'Confirm password', 'Carry-2026!');
  await press(page, page.getByRole('main').getByRole('button', { name: 'Register' }));
  await expect(page.getByText(/^Registered!/)).toBeVisible();
  await page.goto('/forgot-password');
  await expect(page.getByText('Verified as human.')).toBeVisible();
  await type(page, 'Email', 'nobody@example.com');
  await press(page, page.getByRole('button', { name: 'Send password reset link' }));
  await expect(page.getByText(/^If the email is registered/)).toBeVisible();
});

/** Splits the directory into two pages, because a new site has one coach. */
const splitDirectory = (page: Page) =>
  page.route(/\/api\/coaches\/\?/, async (route) => {
    const url = new URL(route.request().url());
    const isFirst = !url.searchParams.has('cursor');
    url.searchParams.delete('cursor');
    const response = await route.fetch({ url: url.href });
    const json = { ...(await response.json()), next: isFirst ? 'WzEsMl0' : null };
    await route.fulfill({ response, json });
  });

test('filters, pages and opens coaches', { tag: '@ours' }, async ({ page }) => {
  await splitDirectory(page);
  await page.goto('/coaches');
  const status = page.getByRole('main').getByRole('status');
  const show = page.getByRole('button', { name: 'Show coaches' });
  await expect(status).toHaveText(/^Showing \d+ coach/);
  const announcer = await status.elementHandle();

  await tabTo(page, page.getByLabel('Game', { exact: true }));
  await page.keyboard.type('Cou');
  await tabTo(page, page.getByLabel('Sort by'));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByLabel('Free this week'));
  await page.keyboard.press('Space');
  await press(page, show);
  await expect(page).toHaveURL('/coaches?game=cs2&free=week&sort=price');
  await expect(status).toHaveText('Showing 1 coach on this page.');
  await expect(show).toBeFocused();
  expect(await show.evaluate((button) => button.matches(':focus-visible'))).toBe(true);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await type(page, 'Price to ($)', '1');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('No coaches found.');
  await expect(page.getByLabel('Price to ($)')).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Clear filters' }));
  await expect(page).toHaveURL('/coaches');
  await expect(status).toBeFocused();
  await expect(page.getByLabel('Price to ($)')).toHaveValue('');

  await press(page, page.getByRole('link', { name: 'Show more coaches' }));
  await expect(page).toHaveURL('/coaches?cursor=WzEsMl0');
  await expect(status).toBeFocused();
  await expect(status).toBeInViewport();
  expect(await announcer?.evaluate((element) => element.isConnected)).toBe(true);
  await press(page, page.getByRole('main').getByRole('link', { name: 'Nova' }));
  await expect(page).toHaveURL('/booking/1');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
