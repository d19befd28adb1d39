import { day, offer, services } from '../support/any-server/offer';
import { expect, main, signedIn, test } from '../support/any-server/site';
import { chooseService } from '../support/site/actions';

test('selects the first service and resets the quantity to 1', {
  tag: ['@spec-3.6', '@spec-5.8', '@spec-5.9', '@spec-7.9', '@spec-9.5'],
}, async ({ page, api }) => {
  await signedIn(page);
  offer(api, 27);
  await page.goto('/booking/27');
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

test('shows each message beside its field', {
  tag: ['@spec-5.5', '@spec-5.6', '@spec-5.7'],
}, async ({ page, api }) => {
  await signedIn(page);
  offer(api, 27);
  await page.goto('/booking/27');
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

test('keeps the total in view with the form', async ({ page, api }) => {
  offer(api, 27);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/booking/27');
    await expect(page.getByRole('button', { name: /3 times/ })).toHaveCount(7);
    await page.getByRole('radiogroup', { name: 'Service' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('$30.00')).toBeInViewport();
    await page.getByLabel('Details').focus();
    await expect(page.getByLabel('Details')).toBeInViewport();
    await expect(page.getByText('$30.00')).toBeInViewport();
  }
});

test('prompts visitors to log in and blocks sending', {
  tag: ['@spec-1.1', '@spec-5.10', '@spec-5.11', '@spec-6.1', '@spec-6.2'],
}, async ({ page, api }) => {
  offer(api, 27);
  await page.goto('/booking/27');
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

test('asks for a service after the linked one is withdrawn', {
  tag: ['@spec-5.4'],
}, async ({ page, api }) => {
  await signedIn(page);
  await page.goto(offer(api, 80));
  await chooseService(page, 'Review');
  await page.getByLabel('Contact info').fill('kim');
  await page.getByLabel('Details').fill('aim');
  offer(api, 80, { services: services.slice(0, 1) });
  await page.getByRole('banner').getByRole('link', { name: 'Carry' }).click();
  await page.getByRole('link', { name: /^Continue your booking with Rook/ }).click();
  const group = page.getByRole('radiogroup', { name: 'Service' });
  await expect(async () => {
    await page.reload(); // The site caches pages for ten seconds, and a page with frames opens as a document.
    await expect(group.getByRole('radio')).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await expect(group.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(group).toHaveAccessibleDescription('Please select a service.');
  await expect(group).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Book a session with Rook/);
});

test('offers services as radio cards and keeps the quantity at least 1', {
  tag: ['@extra-x5'],
}, async ({ page, api }) => {
  await page.goto(offer(api, 81));
  await expect(day(page, 0)).toBeVisible();
  await page.getByRole('radio', { name: 'Coaching' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Review $12.50 each' })).toBeChecked();
  const units = page.getByLabel('Quantity (unit(s))');
  const less = page.getByRole('button', { name: 'One less' });
  await expect(less).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'One more' }).click({ clickCount: 2 });
  await expect(units).toHaveValue('3');
  await less.click();
  await expect(units).toHaveValue('2');
  await expect(page.getByText('$25.00')).toBeVisible();
});

test('offers another way without services or times', {
  tag: ['@extra-x6'],
}, async ({ page, api }) => {
  await page.goto(offer(api, 82, { services: [] }));
  await expect(main(page).getByText(/Rook isn't taking bookings right now\./)).toBeVisible();
  await main(page).getByRole('link', { name: 'Find a coach' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(offer(api, 83, { slots: [] }));
  await expect(page.getByRole('button', { name: /No times/ })).toHaveCount(7);
  await expect(
    main(page)
      .getByText(/has no free times in the next 7 days\./)
      .getByRole('link', { name: 'Discord server' }),
  ).toBeVisible();
});

test('shows the total and a preparation hint with the form', {
  tag: ['@extra-4', '@extra-31'],
}, async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(offer(api, 34, { slots: ['09:00'] }));
  await page.getByLabel('Quantity (hour(s))').fill('3');
  await page.getByRole('heading', { name: 'Book a session' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('$90.00')).toBeInViewport();
  await expect(page.getByLabel('Details')).toHaveAccessibleDescription(
    /in-game name.*recording.*microphone.*720p stream/,
  );
});

test('offers an unfinished booking on the home page until dismissed', {
  tag: ['@extra-10'],
}, async ({ page, api }) => {
  await page.goto(offer(api, 37));
  await page.getByLabel('Contact info').fill('kim');
  await page.goto('/');
  const strip = page.getByRole('complementary', { name: 'Your booking' });
  await expect(
    strip.getByRole('link', { name: 'Continue your booking with Rook' }),
  ).toHaveAttribute('href', '/booking/37');
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip).toHaveCount(0);
});
