import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { violationsAt } from './support/pages/accessibility';
import { coachPages, open, openToo, widths } from './support/pages/screens';
import { fillBooking, logIn, pickSlot, settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

for (const width of widths) {
  test(`has no violation at ${width} px, in either theme`, {
    tag: ['@full', '@ours', '@extra-B5'],
  }, async ({ page, expectErrors }) => {
    expectErrors('404 /logn', '404 /booking/999');
    test.setTimeout(900_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
    const found: Record<string, string[]> = {};
    const each = async (name: string) => {
      await settled(page);
      for (const theme of ['dark', 'light'] as const) {
        const here = await violationsAt(page, theme);
        if (here.length > 0) found[`${name} ${theme}`] = here;
      }
    };
    for (const path of [...open, ...openToo]) {
      await page.goto(path);
      await each(path);
    }
    await asStudent(page, width, each);
    await asCoach(page, each);
    expect(found).toEqual({});
  });
}

type Each = (name: string) => Promise<void>;

async function asStudent(page: Page, width: number, each: Each): Promise<void> {
  await logIn(page, demo.student.email, demo.student.password);
  await page.goto('/booking/1');
  await fillBooking(page, `axe#${width}`);
  await pickSlot(page, 5);
  await each('booking with a time');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();
  await each('success');
  await page.goto('/sessions');
  await page
    .getByRole('link', { name: /^View session/ })
    .first()
    .click();
  await page.getByLabel(/^Message to/).fill('Here is my last match: https://example.com/m/1');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Here is my last match').waitFor();
  await each('session');
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Move session' }).first().click();
  await page.getByRole('radio').first().waitFor();
  await each('moving');
  await page.getByRole('button', { name: 'Cancel session' }).first().click();
  await each('asking before it cancels');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await page
    .getByText(/your payment of \$25\.00/i)
    .first()
    .waitFor();
  await each('sessions');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete my account for good' }).waitFor();
  await each('account');
  await page.getByRole('button', { name: 'Sign Out' }).click();
}

async function asCoach(page: Page, each: Each): Promise<void> {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach-dashboard');
  await page
    .getByRole('link', { name: /^View Booking/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save Notes' }).waitFor();
  await page.getByLabel(/^Message to/).fill('Got it, see you then!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Got it').first().waitFor();
  await each('coach booking');
  await page.goto('/coach-dashboard?status=completed&date=today');
  await each('coach dashboard, none found');
  await page.goto('/coach/earnings');
  await page.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor();
  await each('earnings');
  for (const [path, button] of Object.entries(coachPages)) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().waitFor();
    await each(path);
  }
  await page.goto('/coach/availability');
  await page.getByRole('button', { name: 'Save availability' }).click();
  await page.getByText('Availability saved.').waitFor();
  await each('a toast');
  await page.goto('/coach/waiting-list');
  await each('/coach/waiting-list');
  await page.getByRole('button', { name: 'Sign Out' }).click();
}
