import { offer } from '../support/any-server/offer';
import { expect, main, test } from '../support/any-server/site';

test('shows "Loading..." until the coach arrives', { tag: ['@spec-2.24'] }, async ({
  page,
  api,
  expectErrors,
}) => {
  expectErrors('404 /booking/8');
  offer(api, 17);
  await page.goto('/booking/8'); // an unknown coach, so that the next navigation happens in the browser
  await expect(page.getByRole('heading', { name: 'Coach not found' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const release = api.hold('GET /api/coaches/17/', { body: { name: 'Rook', description: '' } });
  await page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/booking/17');
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  });
  await expect(main(page).getByText('Loading...').first()).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
});

test('shows the header, the offer and a review with defaults', {
  tag: ['@spec-1.14', '@spec-2.23', '@spec-3.5', '@spec-3.10', '@spec-7.8', '@spec-9.17'],
}, async ({ page, api }) => {
  offer(api, 18, { reviews: [{ id: 1, comment: 'Good.', rating: 4 }] });
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

test('replaces a missing portrait without a layout shift', async ({ page, api, expectErrors }) => {
  expectErrors('404 /gone.svg');
  offer(api, 84);
  api.answer('GET /api/coaches/84/', {
    body: { name: 'Rook', description: 'Aim.', image_url: `${api.url}/gone.svg` },
  });
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/gone.svg', async (route) => {
    await failing;
    await route.fulfill({ status: 404 });
  });
  const portrait = page.getByRole('img', { name: 'Portrait of Rook' });
  await page.goto('/booking/84', { waitUntil: 'commit' });
  await expect(portrait).toBeVisible();
  const before = await portrait.boundingBox();
  fail();
  const summary = page.getByRole('complementary', { name: 'Your booking' });
  await expect(main(page).locator('svg').and(portrait)).toBeVisible();
  expect(await portrait.boundingBox()).toEqual(before);
  await expect(summary.locator('svg').first()).toBeVisible();
  await expect(summary.locator('img')).toHaveCount(0);
});

test('escapes server text in the head, the data and the page', {
  tag: ['@fault-C3'],
}, async ({ page, api, browser, baseURL, expectErrors }) => {
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
  ).toEqual([true, true, false]); // JSON-LD, hydration data, visitor data
  await withoutScripts.close();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(dialog.message())));
  await page.goto('/booking/21');
  await expect(async () => {
    await page.getByLabel('Quantity (unit(s))').fill('2');
    await expect(page.getByText('$60.00')).toBeVisible({ timeout: 500 });
  }).toPass(); // hydrated, so an injected element would be visible
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

test('shows notes on duration, time zone and currency', {
  tag: ['@spec-9.3', '@spec-9.5', '@spec-9.6', '@spec-9.7'],
}, async ({ page, api }) => {
  offer(api, 17);
  await page.goto('/booking/17');
  await expect(main(page)).toContainText(
    'Bookings over 2 hours may be spread over multiple days; your coach will message you to organise.',
  );
  await expect(main(page)).toContainText('All times are in your local time zone: Europe/Berlin');
  const currency = main(page).getByText(/USD.*(conver|currency)/i);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(currency).toBeVisible();
    expect((await currency.boundingBox())?.height).toBeGreaterThan(10); // visible, not for screen readers only
  }
});

test('wraps around the reviews and shows both neighbors', {
  tag: ['@spec-4.27', '@spec-4.28', '@spec-7.11', '@fault-11.16', '@extra-B2'],
}, async ({ page, api }) => {
  offer(api, 19);
  const reviews = ['A', 'B', 'C', 'D'].map((reviewer_name, id) => ({
    id,
    reviewer_name,
    comment: 'Good.',
    rating: 5,
  }));
  api.answer('GET /api/reviews/by-coach/19/', { body: reviews });
  await page.goto('/booking/19');
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

test('shows the average, the count, five bars and badges', {
  tag: ['@extra-5'],
}, async ({ page, api }) => {
  const reviews = [5, 5, 4, 1].map((rating, id) => ({
    id,
    rating,
    comment: `Review ${id}.`,
    ...(id === 1 && { verified: true }),
  }));
  await page.goto(offer(api, 31, { reviews }));
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

test('counts one review as "1 review" and hides the arrows', async ({ page, api }) => {
  await page.goto(offer(api, 32, { reviews: [{ id: 1, rating: 4, comment: 'Good.' }] }));
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText(/4\.0.*1 review(?!s)/);
  await page.goto(offer(api, 33));
  await expect(page.getByText('No reviews yet — be the first after your session.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next review' })).toHaveCount(0);
});
