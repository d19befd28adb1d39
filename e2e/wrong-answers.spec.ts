// Malformed 200 responses: one part of the page shows an error and Retry.
import type { Page } from 'playwright/test';
import { expect, type MinimalServer, main, signedIn, test } from './support/any-server/site';

const wrong: Record<string, unknown> = { null: 'null', 'a list of null': [null] };

const coach = { name: 'Rook', description: 'Aim.' };
const services = [{ id: 1, label: 'Review', rate: 10, is_hourly: false }];
const reviews = [{ id: 1, comment: 'Good.', rating: 4, reviewer_name: 'Kim' }];
let last = 600; // ids that no other file uses, because the site caches pages for ten seconds

const prepare = (
  api: MinimalServer,
  answers: { coach?: unknown; services?: unknown; reviews?: unknown } = {},
): number => {
  const id = ++last;
  api.answer(`GET /api/coaches/${id}/`, { body: answers.coach ?? coach });
  api.answer(`GET /api/coaches/${id}/services/`, { body: answers.services ?? services });
  api.answer(`GET /api/reviews/by-coach/${id}/`, { body: answers.reviews ?? reviews });
  return id;
};
const expectFrame = async (page: Page) => {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'This part of the page could not be loaded' }),
  ).toHaveCount(0);
};
const exceptions = (page: Page) => {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  return found;
};

for (const [what, body] of Object.entries(wrong)) {
  test(`rejects coach, services or reviews that are ${what}`, {
    tag: ['@fault-11.17', '@fault-I3'],
  }, async ({ page, api }) => {
    const thrown = exceptions(page);
    for (const [part, words] of [
      ['coach', "We couldn't load this coach."],
      ['services', "We couldn't load the services."],
      ['reviews', "We couldn't load the reviews."],
    ] as const) {
      const id = prepare(api, { [part]: body });
      const response = await page.goto(`/booking/${id}`);
      expect(response?.status(), part).toBe(200);
      await expect(main(page).getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expectFrame(page);
      if (part !== 'coach')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rook');
      api.answer(
        part === 'reviews'
          ? `GET /api/reviews/by-coach/${id}/`
          : `GET /api/coaches/${id}/${part === 'coach' ? '' : 'services/'}`,
        {
          body: { coach, services, reviews }[part],
        },
      );
      await main(page).getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
        'Review $10 each',
      );
      await expect(main(page).getByText('Kim')).toBeVisible();
    }
    expect(thrown).toEqual([]);
  });
}

test('shows an error and Retry for malformed lists', {
  tag: ['@fault-11.17', '@fault-I3'],
}, async ({ page, api }) => {
  const thrown = exceptions(page);
  await signedIn(page);
  const lists = [
    [
      '/sessions',
      'GET /api/my-sessions/',
      "We couldn't load your sessions.",
      'You have no booked sessions yet.',
    ],
    ['/coach-dashboard', 'GET /api/bookings/', 'Unable to load bookings.', 'No bookings found.'],
  ] as const;
  for (const [path, call, words, empty] of lists) {
    for (const body of ['null', [{ id: 1, session_time: { at: 1 } }]]) {
      api.answer(call, { body });
      await page.goto(path);
      await expect(main(page).getByText(words)).toBeVisible();
    }
    await expectFrame(page);
    api.answer(call, { body: [] });
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await expect(main(page).getByText(empty)).toBeVisible();
  }
  const id = prepare(api, { services: [{ ...services[0], is_hourly: true }] });
  api.answer(`GET /api/coach/${id}/available-slots/`, {
    body: { available_slots: [{ start: 9 }] },
  });
  await page.goto(`/booking/${id}`);
  await expect(main(page).getByText("We couldn't load these times.")).toHaveCount(7);
  expect(thrown).toEqual([]);
});

test('survives a null coach and loads it on retry', {
  tag: ['@fault-11.17', '@fault-I3'],
}, async ({ page, api }) => {
  api.answer('GET /api/coaches/1/', { body: 'null' });
  api.answer('GET /api/coaches/1/services/', { body: services });
  api.answer('GET /api/reviews/by-coach/1/', { body: [{ rating: 'many' }] });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectFrame(page);
  await page.goto('/valorant'); // no other test with answers of its own shows this page, which stays in the cache while a read fails
  await expect(main(page).getByText("We couldn't load the coach")).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Book Now' })).toBeVisible();
  await expectFrame(page);
  api.answer('GET /api/coaches/1/', { body: coach });
  await main(page).getByRole('button', { name: 'Retry' }).click();
  await expect(main(page).getByText('Aim.')).toBeVisible();
});

test('accepts missing or malformed optional fields', {
  tag: ['@fault-11.16'],
}, async ({ page, api }) => {
  const id = prepare(api, {
    coach: { ...coach, rank_images: 'gold', special_offer: null },
    reviews: [{ comment: 'Good.', rating: 4, verified: 'yes', id: {} }],
  });
  await page.goto(`/booking/${id}`);
  await expect(main(page).getByText('Anonymous')).toBeVisible();
  await expect(main(page).getByText('Verified session')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Ranks' }).getByRole('img')).toHaveCount(2);
});

test('sends an expired coach session to the login', {
  tag: ['@fault-11.16'],
}, async ({ page, api }) => {
  await signedIn(page);
  api.answer('GET /api/bookings/', { status: 401 });
  await page.goto('/coach-dashboard');
  await expect(page.getByText('Unable to load bookings.')).toBeVisible();
  await expect(page).toHaveURL('/coach-dashboard');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
});

test('shows the reason and Retry for a failed booking list', {
  tag: ['@fault-11.16'],
}, async ({ page, api }) => {
  await signedIn(page);
  api.answer('GET /api/bookings/', { status: 500 });
  await page.goto('/coach/bookings/1');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Booking not found.');
  await expect(alert).toContainText('Unable to load bookings.');
  api.answer('GET /api/bookings/', { body: [{ id: 1, contact_info: 'kim#1' }] });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('dl')).toContainText('kim#1');
});
