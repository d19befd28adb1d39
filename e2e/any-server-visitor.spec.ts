// What people expect beyond the specification, with a server that knows only its calls.
import type { Page } from 'playwright/test';
import { expect, type MinimalServer, main, signedIn, test } from './any-server';

const hourly = { id: 1, label: 'Coaching', rate: 30, is_hourly: true };
/** A coach whom no other test asks for: the site keeps a page for ten seconds. */
function coach(
  api: MinimalServer,
  id: number,
  more: { reviews?: object[]; slots?: string[] } = {},
): string {
  api.answer(`GET /api/coaches/${id}/`, {
    body: { name: 'Rook', description: 'Plain.', image_url: null },
  });
  api.answer(`GET /api/coaches/${id}/services/`, { body: [hourly] });
  api.answer(`GET /api/reviews/by-coach/${id}/`, { body: more.reviews ?? [] });
  api.answer(`GET /api/coach/${id}/available-slots/`, {
    body: { available_slots: (more.slots ?? []).map((start) => ({ start })) },
  });
  return `/booking/${id}`;
}
const day = (page: Page, index: number) =>
  page.getByRole('button', { name: /^\w{3}, \w{3} \d+/ }).nth(index);

test.describe('a coach’s page', () => {
  test('the average, the count and five bars stand above the reviews; the badge is on those of a booking only', async ({
    page,
    api,
  }) => {
    const reviews = [5, 5, 4, 1].map((rating, id) => ({
      id,
      rating,
      comment: `Review ${id}.`,
      ...(id === 1 && { verified: true }),
    }));
    await page.goto(coach(api, 31, { reviews }));
    const region = page.getByRole('region', { name: 'Reviews' });
    await expect(region).toContainText(/3\.8.*4 reviews/);
    const bars = await region
      .locator('meter')
      .evaluateAll((meters) =>
        meters.map((meter) => [meter.ariaLabel, (meter as HTMLMeterElement).value]),
      );
    expect(bars).toEqual([
      ['5 stars', 2],
      ['4 stars', 1],
      ['3 stars', 0],
      ['2 stars', 0],
      ['1 stars', 1],
    ]);
    const slide = (number: number) => region.getByRole('group', { name: `${number} of 4` });
    await expect(slide(2).getByText('Verified session')).toHaveCount(1);
    await expect(slide(1).getByText('Verified session')).toHaveCount(0);
  });

  test('one review is "1 review"; none has words and no arrows', async ({ page, api }) => {
    await page.goto(coach(api, 32, { reviews: [{ id: 1, rating: 4, comment: 'Good.' }] }));
    await expect(page.getByRole('region', { name: 'Reviews' })).toContainText(
      /4\.0.*1 review(?!s)/,
    );
    await page.goto(coach(api, 33));
    await expect(page.getByText('No reviews yet — be the first after your session.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next review' })).toHaveCount(0);
  });

  test('the total is in sight while the form is, and a hint says what to prepare', async ({
    page,
    api,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(coach(api, 34, { slots: ['09:00'] }));
    await page.getByLabel('Quantity (hour(s))').fill('3');
    await page.getByRole('heading', { name: 'Book a session' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('$90.00')).toBeInViewport();
    await expect(page.getByLabel('Details')).toHaveAccessibleDescription(
      /in-game name.*recording.*microphone.*720p stream/,
    );
  });

  test('all time zones can be chosen', async ({ page, api }) => {
    await page.goto(coach(api, 35, { slots: ['09:00'] }));
    await expect(day(page, 0)).toBeVisible();
    const zones = await page.evaluate(() => Intl.supportedValuesOf('timeZone'));
    await page.getByRole('button', { name: 'Change time zone' }).click();
    const search = page.getByRole('combobox', { name: 'Show times in' });
    for (const zone of [zones[0], zones[200], zones.at(-1), 'UTC', 'Asia/Kolkata']) {
      await search.fill(zone ?? '');
      await expect(page.getByRole('option').nth(1)).toHaveText(new RegExp(`^${zone} \\(GMT`));
    }
    await search.fill('tokio');
    await expect(
      page.getByText('No time zone has this name. Try a large city nearby.'),
    ).toBeVisible();
    await search.fill('a');
    expect(await page.getByRole('option').count()).toBeLessThan(10); // of four hundred
    await search.fill('tokyo');
    await search.press('Enter');
    await expect(page.getByText(/^All times are in: Asia\/Tokyo/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change time zone' })).toBeFocused();
    await page.keyboard.press('Enter');
    await search.press('Escape');
    await expect(search).toHaveCount(0);
  });

  test('a chosen time is there again after a reload while it is open, and let go when somebody took it', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    await page.goto(coach(api, 36, { slots: ['09:00', '10:00'] }));
    await day(page, 1).click();
    await page
      .getByRole('group', { name: /^\w{3}, / })
      .getByRole('button')
      .first()
      .click();
    await page.getByLabel('Contact info').fill('kim');
    await page.getByLabel('Details').fill('aim');
    const chosen = (await day(page, 1).textContent()) ?? '';
    expect(chosen).toMatch(/\d+:\d\d [AP]M/);
    await page.reload();
    await expect(day(page, 1)).toHaveText(chosen);
    api.answer('GET /api/coach/36/available-slots/', {
      body: { available_slots: [{ start: '10:00' }] },
    });
    await page.reload();
    await expect(day(page, 1)).toContainText(/1 time$/);
    await page.getByRole('button', { name: 'Book Now' }).click();
    await expect(page.getByText('Please select a time slot.')).toBeVisible();
    await expect(page.getByLabel('Contact info')).toHaveValue('kim');
    expect(api.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  test('home offers a booking that was begun, until that is dismissed', async ({ page, api }) => {
    await page.goto(coach(api, 37));
    await page.getByLabel('Contact info').fill('kim');
    await page.goto('/');
    const strip = page.getByRole('complementary', { name: 'Your booking' });
    await expect(
      strip.getByRole('link', { name: 'Continue your booking with Rook' }),
    ).toHaveAttribute('href', '/booking/37');
    await strip.getByRole('button', { name: 'Dismiss' }).click();
    await expect(strip).toHaveCount(0);
  });
});

test.describe('after the payment', () => {
  test('while it is not known yet the page asks again; then it is confirmed, says what to prepare, and forgets the draft', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    await page.goto(coach(api, 38));
    await page.getByLabel('Contact info').fill('kim');
    api.answer('GET /api/stripe/success-info/', { body: { status: 'pending' } });
    await page.goto('/booking-success?session_id=cs_1');
    const asked = () =>
      api.calls.filter(({ call }) => call === 'GET /api/stripe/success-info/').length;
    await expect.poll(asked).toBeGreaterThan(1);
    await expect(page.getByText('Loading your booking...')).toBeVisible();
    api.answer('GET /api/stripe/success-info/', { body: { booking_id: 5 } });
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
    await expect(main(page).getByRole('listitem')).toHaveText([
      /microphone/,
      /720p stream/,
      /in-game name.*recording/,
    ]);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('complementary', { name: 'Your booking' })).toHaveCount(0);
  });

  test('a payment that is never known: after ten seconds the page says so', async ({
    page,
    api,
  }) => {
    await page.clock.install();
    await signedIn(page);
    api.answer('GET /api/stripe/success-info/', { body: { status: 'pending' } });
    await page.goto('/booking-success?session_id=cs_1');
    await expect(page.getByText('Loading your booking...')).toBeVisible();
    await page.clock.fastForward(8000);
    await page.waitForTimeout(300);
    await expect(page.getByText('Loading your booking...')).toBeVisible();
    await page.clock.fastForward(3000);
    await expect(main(page).getByRole('alert')).toHaveText('Failed to load booking.');
  });
});

test('the sheet of games closes with a tap beside it, and does not with one in it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  const sheet = page.getByRole('dialog', { name: 'Select your game' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Select your game' }).click();
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  await sheet.getByRole('heading').click();
  await expect(sheet).toBeVisible();
  await page.mouse.click(195, 40);
  await expect(sheet).toBeHidden();
});

test('a game without a coach leads on to those with one', async ({ page }) => {
  for (const game of ['lol', 'dota2', 'fortnite']) {
    await page.goto(`/${game}`);
    for (const [name, path] of [
      ['Counter-Strike 2', '/cs2'],
      ['Valorant', '/valorant'],
    ] as const)
      await expect(main(page).getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        path,
      );
  }
});

test('help is in the same place on every page', async ({ page, api, expectErrors }) => {
  expectErrors('404 /nowhere');
  await signedIn(page);
  api.answer('GET /api/my-sessions/', { body: [] });
  api.answer('GET /api/bookings/', { body: [] });
  const pages = [
    '/',
    '/cs2',
    '/lol',
    coach(api, 39),
    '/booking-success',
    '/booking-cancelled',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/sessions',
    '/coach-dashboard',
    '/coach/bookings/1',
    '/nowhere',
  ];
  for (const path of pages) {
    await page.goto(path);
    const help = page.getByRole('contentinfo').getByRole('navigation', { name: 'Help' });
    await expect(help.getByRole('link').first(), path).toHaveText('Help on Discord');
  }
});
