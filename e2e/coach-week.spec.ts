import { demo } from 'api/demo';
import type { Browser, Page } from 'playwright/test';
import { daysLoaded, fillBooking, logIn, pickSlot, signIn } from './support/site/actions';
import { test as base, expect, type Site, startSite } from './support/site/fixtures';

/** Starts a separate site, because these tests change the demo coach. */
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

async function asStudent(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.urls.site,
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await signIn(page);
  return page;
}
const asCoach = (page: Page) => logIn(page, demo.coach.email, demo.coach.password);
const dashboard = (page: Page) => page.getByRole('navigation', { name: 'Coach', exact: true });

/** Reloads the booking page until it shows the text; the site caches pages for a few seconds. */
const seen = (page: Page, text: string) =>
  expect(async () => {
    await page.goto('/booking/1');
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });

test.describe('a coach', () => {
  test('changes hours and updates the slots', { tag: ['@ours', '@extra-13'] }, async ({
    page,
    browser,
    site,
  }) => {
    const student = await asStudent(browser, site);
    await student.goto('/booking/1');
    await daysLoaded(student);
    const days = student.getByRole('button', { name: /^\w{3}, \w{3} \d+/ });
    const before = await days.allTextContents();
    expect(before.join()).toContain('8 times');

    await asCoach(page);
    await page.goto('/coach-dashboard');
    await dashboard(page).getByRole('link', { name: 'Availability' }).click();
    await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/Berlin');
    for (const day of [
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]) {
      await page.getByLabel(`${day}, from`).fill('10:00');
      await page.getByLabel(`${day}, until`).fill('13:00');
    }
    const off = await student.evaluate(() => {
      const day = new Date(Date.now() + 3 * 86_400_000);
      const shown = new Intl.DateTimeFormat('en-US', {
        timeZone: 'Europe/Berlin',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).formatToParts(day);
      const part = (name: string) => shown.find(({ type }) => type === name)?.value;
      return `${part('year')}-${part('month')}-${part('day')}`;
    });
    await page.getByLabel('Date', { exact: true }).fill(off);
    await page.getByRole('button', { name: 'Add a day off' }).click();
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByText('Availability saved. Students can see it now.')).toBeVisible();

    await student.reload();
    await daysLoaded(student);
    await expect(days.filter({ hasText: '3 times' })).toHaveCount(6); // the page shows older counts first
    await expect(days.filter({ hasText: /no times/i })).toHaveCount(1);
    await student
      .getByRole('button', { name: /3 times/ })
      .first()
      .click();
    await expect(student.getByRole('group', { name: /^\w{3}, / }).getByRole('button')).toHaveText([
      '10:00 AM',
      '11:00 AM',
      '12:00 PM',
    ]);
    await page.reload();
    await expect(page.getByLabel('Monday, from')).toHaveValue('10:00');
    await student.context().close();
  });

  test('changes a price without changing existing bookings', {
    tag: ['@ours', '@extra-13'],
  }, async ({ page, browser, site }) => {
    const student = await asStudent(browser, site);
    await student.goto('/booking/1');
    await fillBooking(student, 'old price#1');
    await pickSlot(student, 5);
    await student.getByRole('button', { name: 'Book Now' }).click();
    await student.getByRole('button', { name: /^Pay/ }).click();
    await student.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();

    await asCoach(page);
    await page.goto('/coach/profile');
    await page.getByLabel('Price in USD').first().fill('40');
    await page.getByLabel('Service', { exact: true }).first().fill('Master class');
    await page.getByLabel('Description').fill('I have **changed**.');
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('changed')).toBeVisible();
    const read = (path: string) => student.request.get(path);
    await read('/terms');
    const saved = Date.now();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Profile saved. New prices apply to new bookings.')).toBeVisible();
    await expect
      .poll(async () => (await read('/booking/1')).text(), { timeout: 8000, intervals: [50] })
      .toContain('Master class');
    expect(
      Date.now() - saved,
      'ms until the page shows the change: two seconds, more on a busy machine',
    ).toBeLessThan(8000);
    expect((await read('/terms')).headers()['server-timing']).toContain('cache;desc=hit');

    await student.reload();
    await expect(student.getByRole('main')).toContainText('One-on-one coaching');
    await expect(student.getByRole('main')).toContainText('$25');
    await seen(student, 'Master class');
    await expect(student.getByRole('main')).toContainText('$40');
    await expect(student.getByText('I have changed.')).toBeVisible();
    await page.goto('/coach-dashboard');
    await expect(page.getByRole('listitem').filter({ hasText: 'old price#1' })).toContainText(
      'One-on-one coaching',
    );
    await student.context().close();
  });

  test('replies to a review and sees the waiting lists', {
    tag: ['@ours', '@extra-13'],
  }, async ({ page, browser, site }) => {
    await asCoach(page);
    await page.goto('/coach/reviews');
    await page.getByRole('button', { name: 'Reply to Dani' }).click();
    await page.getByLabel('Your reply to Dani').fill('See you next season.');
    await page.getByRole('button', { name: 'Save reply' }).click();
    await expect(page.getByText('Reply saved')).toBeVisible();
    const visitor = await browser.newPage({ baseURL: site.urls.site });
    await seen(visitor, 'See you next season.');
    await dashboard(page).getByRole('link', { name: 'Waiting list' }).click();
    await expect(page.getByText('No one is waiting for a coach right now.')).toBeVisible();

    await visitor.goto('/lol');
    await visitor.getByLabel('Your email').fill('kim@example.com');
    await visitor.getByRole('button', { name: 'Tell me when a coach is available' }).click();
    await expect(visitor.getByText(/^Thanks!/)).toBeVisible();
    await page.reload();
    const league = page.getByRole('region', { name: 'League of Legends' });
    await expect(league.getByRole('heading')).toHaveText('League of Legends 1');
    await expect(league.getByRole('listitem')).toContainText('k…@example.com');
    await visitor.close();
  });

  test('shows on a phone which other pages have work', { tag: '@ours' }, async ({ page }) => {
    await asCoach(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/coach/availability');
    const tabs = dashboard(page).getByRole('link');
    await expect(tabs).toHaveCount(6);
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  });
});
