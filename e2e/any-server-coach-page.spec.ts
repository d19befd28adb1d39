import type { Page } from 'playwright/test';
import { chooseService, setServerTime } from './actions';
import { expect, type MinimalServer, main, signedIn, test } from './any-server';

const services = [
  { id: 1, label: 'Coaching', rate: 30, is_hourly: true },
  { id: 2, label: 'Review', rate: 12.5, is_hourly: false },
];
/** The site keeps a page for ten seconds: who changes what a coach's page says takes another coach. */
const prepare = (api: MinimalServer, { id = 17, slots = ['09:00', '10:00', '14:00'] } = {}) => {
  api.answer(`GET /api/coaches/${id}/`, {
    body: {
      name: 'Rook',
      description: 'Plain text.',
      image_url: null,
      special_offer: 'two for one.',
      rank_images: [],
    },
  });
  api.answer(`GET /api/coaches/${id}/services/`, { body: services });
  api.answer(`GET /api/reviews/by-coach/${id}/`, {
    body: [{ id: 1, comment: 'Good.', rating: 4 }],
  });
  api.answer(`GET /api/coach/${id}/available-slots/`, {
    body: { available_slots: slots.map((start) => ({ start })) },
  });
};
const day = (page: Page, index: number) =>
  page.getByRole('button', { name: /^\w{3}, \w{3} \d+/ }).nth(index);
const times = (page: Page) => page.getByRole('group', { name: /^\w{3}, / }).getByRole('button');

test('"Loading..." until the coach is there', async ({ page, api, expectErrors }) => {
  expectErrors('404 /booking/8');
  prepare(api);
  await page.goto('/booking/8'); // no such coach: from here on the page changes in the browser
  await expect(page.getByRole('heading', { name: 'Coach not found' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  api.answer('GET /api/coaches/17/', { body: { name: 'Rook', description: '' }, delayMs: 800 });
  await page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/booking/17');
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  });
  await expect(main(page).getByText('Loading...').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
});

test('the coach’s header, the offer, and a review with the default name and picture', async ({
  page,
  api,
}) => {
  prepare(api, { id: 18 });
  const portrait = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await page.route('**/portrait.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: portrait }),
  );
  api.answer('GET /api/coaches/18/', {
    body: {
      name: 'Rook',
      description: '**Bold** and [safe](https://example.com).',
      image_url: `${api.url}/portrait.svg`,
      special_offer: 'two for one.',
      rank_images: [{ url: `${api.url}/portrait.svg`, alt: 'Gold' }],
    },
  });
  await page.goto('/booking/18');
  await expect(page.getByRole('img', { name: 'Portrait of Rook' })).toHaveAttribute(
    'src',
    `${api.url}/portrait.svg`,
  );
  await expect(
    page.getByRole('list', { name: 'Ranks' }).getByRole('img', { name: 'Gold' }),
  ).toBeVisible();
  await expect(main(page).locator('strong', { hasText: 'Bold' })).toBeVisible();
  await expect(main(page).getByText('October Offer:')).toBeVisible();
  const review = page.getByRole('region', { name: 'Reviews' });
  await expect(review.getByText('Anonymous')).toBeVisible();
  await expect(review.locator('svg').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('whatever a server sends is text: in the head, in the data of the page and in its parts', async ({
  page,
  api,
  browser,
  baseURL,
  expectErrors,
}) => {
  expectErrors('404 /r.svg');
  const evil = `Kim </title></script><script>alert(1)</script><img src=x onerror=alert(1)> "x" onload="alert(1)" 'y' & <b>\u2028`;
  api.answer('GET /api/coaches/21/', {
    body: {
      name: evil,
      description: evil,
      image_url: null,
      special_offer: evil,
      rank_images: [{ url: '/r.svg', alt: evil }],
    },
  });
  api.answer('GET /api/coaches/21/services/', {
    body: [{ id: 1, label: evil, rate: 30, is_hourly: false }],
  });
  api.answer('GET /api/reviews/by-coach/21/', {
    body: [{ id: 1, comment: evil, rating: 4, reviewer_name: evil }],
  });
  const title = `Book a session with ${evil} | Carry`;
  const withoutScripts = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const still = await withoutScripts.newPage();
  await still.goto('/booking/21');
  const content = (selector: string) => still.locator(selector).getAttribute('content');
  expect(await still.locator('title').textContent()).toBe(title);
  expect([
    await content('meta[property="og:title"]'),
    await content('meta[property="og:image:alt"]'),
  ]).toEqual([title, `Book a session with ${evil}`]);
  const data = await still
    .locator('script[type]')
    .evaluateAll((scripts) => scripts.map(({ textContent }) => JSON.parse(textContent ?? '')));
  expect(
    data.map((one) => JSON.stringify(one).includes(JSON.stringify(evil).slice(1, -1))),
  ).toEqual([true, true]); // structured data, and what the browser goes on with
  await withoutScripts.close();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(dialog.message())));
  await page.goto('/booking/21');
  await expect(async () => {
    await page.getByLabel('Quantity (unit(s))').fill('2');
    await expect(page.getByText('$60.00')).toBeVisible({ timeout: 500 });
  }).toPass(); // the page is alive: what follows would have shown by now
  await expect(page.getByRole('radio', { name: evil.replace(/\s+/g, ' ').trim() })).toHaveCount(1);
  for (const place of [
    page.getByRole('heading', { level: 1 }),
    main(page).getByText('October Offer:').locator('..'),
  ])
    await expect(place).toContainText('<script>alert(1)</script>');
  expect(await page.locator('img[src="x"], b, [onload], [onerror]').count()).toBe(0);
  expect(await page.title()).toContain('</title></script><script>');
  expect(dialogs).toEqual([]);
});

test('the first service is chosen; quantity starts at 1, is at least 1, and is 1 again with another service', async ({
  page,
  api,
}) => {
  await signedIn(page);
  prepare(api);
  await page.goto('/booking/17');
  const services = page.getByRole('radiogroup', { name: 'Service' });
  await expect(services.getByRole('radio', { checked: true })).toHaveAccessibleName(
    'Coaching $30 per hour',
  );
  const hours = page.getByLabel('Quantity (hour(s))');
  await expect(hours).toHaveValue('1');
  await expect(hours).toHaveAttribute('min', '1');
  await hours.fill('3');
  await expect(page.getByText('$90.00')).toBeVisible();
  await chooseService(page, 'Review');
  const units = page.getByLabel('Quantity (unit(s))');
  await expect(units).toHaveValue('1');
  await units.fill('0');
  await page.getByLabel('Contact info').fill('kim');
  await page.getByLabel('Details').fill('aim');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(units).toHaveAccessibleDescription(/at least 1/);
  expect(api.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('each message stands beside its field', async ({ page, api }) => {
  await signedIn(page);
  prepare(api);
  await page.goto('/booking/17');
  await expect(day(page, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByLabel('Contact info')).toHaveAccessibleDescription(
    /Contact info is required\./,
  );
  await expect(page.getByLabel('Details')).toHaveAccessibleDescription(
    /Please fill in the details\./,
  );
  await expect(page.getByRole('group', { name: 'Time slot' })).toHaveAccessibleDescription(
    /Please select a time slot\./,
  );
  await expect(page).toHaveTitle(/^Error: Book a session with Rook/);
});

test('the total stays in sight while the form is', async ({ page, api }) => {
  prepare(api);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/booking/17');
    await expect(page.getByRole('button', { name: /3 times/ })).toHaveCount(7);
    await page.getByRole('radiogroup', { name: 'Service' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('$30.00')).toBeInViewport();
    await page.getByLabel('Details').focus();
    await expect(page.getByLabel('Details')).toBeInViewport();
    await expect(page.getByText('$30.00')).toBeInViewport();
  }
});

test('a visitor sees the form, a prompt to log in or register, and cannot send it', async ({
  page,
  api,
}) => {
  prepare(api);
  await page.goto('/booking/17');
  await page.getByLabel('Contact info').fill('kim');
  await expect(page.getByRole('button', { name: 'Book Now' })).toBeDisabled();
  await expect(main(page).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(main(page).getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    '/register',
  );
  await page.getByLabel('Contact info').press('Enter');
  expect(api.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});

test('the notes: more than two hours, the time zone, the currency', async ({ page, api }) => {
  prepare(api);
  await page.goto('/booking/17');
  await expect(main(page)).toContainText(
    'Bookings over 2 hours may be spread over multiple days; your coach will message you to organise.',
  );
  await expect(main(page)).toContainText('All times are in your local time zone: Europe/Berlin');
  const currency = main(page).getByText(/USD.*(conver|currency)/i);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(currency).toBeVisible();
    expect((await currency.boundingBox())?.height).toBeGreaterThan(10); // not only for who listens
  }
});

test('slots: 60 minutes are asked for, of seven days from tomorrow; each reads as UTC, in 12-hour local time', async ({
  page,
  api,
}) => {
  await setServerTime(page, '2027-01-10T10:00:00Z');
  prepare(api);
  const asked: URL[] = [];
  page.on(
    'request',
    (request) => request.url().includes('available-slots') && asked.push(new URL(request.url())),
  );
  await page.goto('/booking/17');
  await expect(page.getByRole('button', { name: /3 times/ })).toHaveCount(7);
  const days = [
    '2027-01-11',
    '2027-01-12',
    '2027-01-13',
    '2027-01-14',
    '2027-01-15',
    '2027-01-16',
    '2027-01-17',
  ];
  expect([...new Set(asked.map(({ searchParams }) => searchParams.get('date')))].sort()).toEqual(
    days,
  );
  expect([...new Set(asked.map(({ searchParams }) => searchParams.get('duration')))]).toEqual([
    '60',
  ]);
  await day(page, 0).click();
  const shown = (await times(page).allTextContents()).map((text) => text.replaceAll('\u202f', ' '));
  expect(shown).toEqual(['10:00 AM', '11:00 AM', '3:00 PM']); // Berlin, an hour ahead of UTC
});

test('one day is open at a time; a second press lets a slot go; a click outside closes the day', async ({
  page,
  api,
}) => {
  await signedIn(page);
  prepare(api);
  await page.goto('/booking/17');
  await expect(page.getByRole('button', { name: /3 times/ })).toHaveCount(7);
  await day(page, 0).click();
  await expect(day(page, 0)).toHaveAttribute('aria-expanded', 'true');
  await day(page, 1).click();
  await expect(day(page, 0)).toHaveAttribute('aria-expanded', 'false');
  await expect(day(page, 1)).toHaveAttribute('aria-expanded', 'true');
  await times(page).first().click();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1);
  await times(page).nth(1).click();
  await expect(times(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1);
  await times(page).nth(1).click();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  await page.getByRole('heading', { name: 'Reviews' }).click();
  await expect(day(page, 1)).toHaveAttribute('aria-expanded', 'false');
});

test('a day without slots cannot be opened', async ({ page, api }) => {
  prepare(api, { slots: [] });
  await page.goto('/booking/17');
  await expect(page.getByRole('button', { name: /No times/ })).toHaveCount(7);
  for (const press of [
    () => day(page, 0).click({ force: true }),
    () => day(page, 0).press('Enter'),
  ]) {
    await press();
    await expect(day(page, 0)).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(times(page)).toHaveCount(0);
});

test('reviews go round: the one before the first is the last; beside the current one stand its neighbours', async ({
  page,
  api,
}) => {
  prepare(api, { id: 19 });
  const reviews = ['A', 'B', 'C', 'D'].map((reviewer_name, id) => ({
    id,
    reviewer_name,
    comment: 'Good.',
    rating: 5,
  }));
  api.answer('GET /api/reviews/by-coach/19/', { body: reviews });
  await page.goto('/booking/19'); // 1280 px wide
  const slides = page
    .getByRole('region', { name: 'Reviews' })
    .locator('[aria-roledescription=slide]');
  const shown = slides.locator('strong');
  const cut = (slide: HTMLElement) =>
    [...slide.querySelectorAll('*')].some(
      (part) => part.getBoundingClientRect().right > slide.getBoundingClientRect().right + 1,
    );
  for (let slide = 0; slide < 3; slide++) {
    expect(await slides.nth(slide).evaluate(cut)).toBe(false);
    expect((await slides.nth(slide).boundingBox())?.width).toBeGreaterThan(150);
    await expect(slides.nth(slide)).toHaveCSS('opacity', '1');
  }
  await expect(shown).toHaveText(['D', 'A', 'B']);
  await page.getByRole('button', { name: 'Previous review' }).click();
  await expect(shown).toHaveText(['C', 'D', 'A']);
  for (let step = 0; step < 2; step++)
    await page.getByRole('button', { name: 'Next review' }).click();
  await expect(shown).toHaveText(['A', 'B', 'C']);
});

test('/booking-cancelled: the payment was cancelled, nothing is booked, try again, home', async ({
  page,
}) => {
  await page.goto('/booking-cancelled');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Cancelled');
  await expect(main(page)).toContainText(/payment was cancelled/i);
  await expect(main(page)).toContainText(/not booked/);
  await expect(main(page)).toContainText(/try again/i);
  await expect(main(page).getByRole('link', { name: /home/i })).toHaveAttribute('href', '/');
});
