// WCAG 1.4.4, 1.4.10 and 1.4.12: text spacing, zoom and narrow windows.
import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { coachPages, open, openToo } from './support/pages/screens';
import { beyondWindow } from './support/pages/sideways';
import { readControls, spaceText, unreadable } from './support/pages/text-spacing';
import { fillBooking, logIn, pickSlot, settled, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

/** Windows of 640×800 and 1280×900 at 200 % zoom. */
const zoomed = [
  { width: 320, height: 400 },
  { width: 640, height: 450 },
];

async function lost(page: Page): Promise<string[]> {
  await settled(page);
  const found: string[] = [];
  for (const size of zoomed) {
    await page.setViewportSize(size);
    found.push(...(await unreadable(page)).map((what) => `at ${size.width} px, ${what}`));
  }
  await page.setViewportSize({ width: 360, height: 740 });
  found.push(...(await beyondWindow(page)).map((what) => `at 360 px, beyond the window: ${what}`));
  await page.setViewportSize({ width: 320, height: 640 });
  const before = await readControls(page);
  await spaceText(page);
  found.push(...(await unreadable(page)).map((what) => `spaced, ${what}`));
  const after = new Set(await readControls(page));
  found.push(...before.filter((name) => !after.has(name)).map((name) => `spaced, without ${name}`));
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

type Each = (name: string) => Promise<void>;

function looking(page: Page): { found: Record<string, string[]>; each: Each } {
  const found: Record<string, string[]> = {};
  const each = async (name: string) => {
    const here = await lost(page);
    if (here.length > 0) found[name] = here;
  };
  return { found, each };
}

test('loses no text of the main pages with spacing and zoom', async ({ page }) => {
  const { found, each } = looking(page);
  for (const path of ['/', '/cs2', '/booking/1', '/register']) {
    await page.goto(path);
    await each(path);
  }
  expect(found).toEqual({});
});

test('loses no text of any page with spacing and zoom', {
  tag: ['@full', '@ours', '@extra-B5'],
}, async ({ page, expectErrors }) => {
  test.setTimeout(300_000);
  expectErrors('404 /logn', '404 /booking/999');
  const { found, each } = looking(page);
  for (const path of [...open, ...openToo]) {
    await page.goto(path);
    await each(path);
  }
  await asStudent(page, each);
  await asCoach(page, each);
  expect(found).toEqual({});
});

async function asStudent(page: Page, each: Each): Promise<void> {
  await signIn(page);
  await page.goto('/booking/1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await each('booking, mistakes');
  await page.goto('/booking/1');
  await fillBooking(page, 'room#1');
  await pickSlot(page, 5, 3);
  await each('booking with a time');
  await page.goto('/booking/1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
  await each('booking-success');
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Move session' }).first().click();
  await page.getByRole('radio').first().waitFor({ state: 'attached' });
  await each('sessions');
  await page.goto('/sessions');
  await page
    .getByRole('link', { name: /^View session/ })
    .first()
    .click();
  await page.getByLabel(/^Message to/).waitFor();
  await each('session');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete my account for good' }).waitFor();
  await each('account');
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign Out' }).click();
}

async function asCoach(page: Page, each: Each): Promise<void> {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach-dashboard');
  const bookings = page.getByRole('link', { name: /^View Booking/ });
  await bookings.first().waitFor();
  await each('coach dashboard');
  await page.goto('/coach-dashboard');
  await bookings.first().click();
  await page.getByRole('button', { name: 'Save Notes' }).waitFor();
  await each('coach booking');
  for (const [path, button] of Object.entries(coachPages)) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().waitFor();
    await each(path);
  }
  for (const path of ['/coach/waiting-list', '/coach/earnings']) {
    await page.goto(path);
    await each(path);
  }
}
