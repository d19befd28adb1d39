import {
  chooseService,
  daysLoaded,
  fillBooking,
  pickSlot,
  settled,
  signIn,
} from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('keeps the form when the API dies, then books once', async ({
  page,
  site,
  expectErrors,
  allowErrors,
}) => {
  expectErrors('ERR_CONNECTION_RESET /api/create-booking/');
  allowErrors('ERR_CONNECTION_REFUSED /api/coach/1/available-slots/');
  await signIn(page);
  const confirmed = page.getByRole('listitem').filter({ hasText: 'confirmed' });
  await page.goto('/sessions');
  await expect(page.getByText(/You have no booked sessions yet\.|mins/).first()).toBeVisible();
  const before = await confirmed.count();
  await page.goto('/booking/1');
  await fillBooking(page, 'crash#1');
  const time = await pickSlot(page, 5, 2);
  // the API receives the request, the browser never gets the response
  await page.route('**/api/create-booking/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await site.services.api.kill();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Book Now' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Failed to create booking.');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Contact info')).toHaveValue('crash#1');

  await page.unroute('**/api/create-booking/');
  await site.restart('api');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: /^Pay/ })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();

  await site.services.api.kill();
  await site.restart('api');
  await page.goto('/sessions');
  await expect(confirmed).toHaveCount(before + 1);
  await page.goto('/booking/1');
  await daysLoaded(page);
  await page
    .getByRole('button', { name: /\d+ times/ })
    .nth(5)
    .click();
  await expect(
    page
      .getByRole('group', { name: /^\w{3}, / })
      .getByRole('button')
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: time, exact: true })).toHaveCount(0);
});

test('refreshes the day when the slot was just taken', {
  tag: ['@extra-1'],
}, async ({ page, site, expectErrors }) => {
  expectErrors('409 /api/create-booking/');
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'second#2');
  await pickSlot(page, 6, 3);
  await page.route('**/api/create-booking/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          headers: {
            'access-control-allow-origin': site.urls.site,
            'access-control-allow-credentials': 'true',
          },
          json: { detail: 'This time slot is no longer available.' },
        })
      : route.continue(),
  );
  const asked = page.waitForRequest(/available-slots/);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await asked;
  await expect(page.getByRole('button', { name: 'Book Now' })).toBeFocused();
  await expect(page.getByLabel('Contact info')).toHaveValue('second#2');
});

test('keeps public pages up during an API outage and recovers', {
  tag: ['@fault-I3'],
}, async ({ page, site, expectErrors }) => {
  expectErrors(
    ...['coaches/', 'coaches/1/', 'coaches/1/services/', 'reviews/by-coach/1/'].map(
      (call) => `ERR_CONNECTION_REFUSED /api/${call}`,
    ),
  );
  await site.services.api.kill();
  await site.restart('site'); // empties the page cache
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Choose Your Game' })).toBeVisible();
  await page.goto('/cs2');
  await expect(page.getByRole('heading', { name: 'Counter-Strike 2 Coaching' })).toBeVisible();
  await expect(page.getByText("We couldn't load the coach, but you can still book.")).toBeVisible();
  await page.goto('/booking/1');
  await expect(page.getByText("We couldn't load this coach.")).toBeVisible();
  await site.restart('api');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova' })).toBeVisible();
});

test('shows each message beside its field and a summary for several', async ({ page }) => {
  await signIn(page);
  const sent: string[] = [];
  page.on(
    'request',
    (request) =>
      request.method() === 'POST' && request.url().includes('/api/') && sent.push(request.url()),
  );
  await page.goto('/booking/1');
  await expect(page.getByRole('button', { name: /\d+ times/ }).first()).toBeVisible();
  await page.getByLabel('Quantity (hour(s))').fill('0');
  await page.getByLabel('Contact info').fill('   ');
  await page.getByRole('button', { name: 'Book Now' }).click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  for (const words of [
    'Please enter a whole number of at least 1.',
    'Contact info is required.',
    'Please fill in the details.',
  ]) {
    await expect(summary.getByRole('link', { name: words })).toBeVisible();
  }
  await expect(page.getByLabel('Contact info')).toHaveAccessibleDescription(
    /Contact info is required\./,
  );
  await page.getByLabel('Quantity (hour(s))').fill('1');
  await fillBooking(page, 'kim#1234');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByText('Please select a time slot.')).toBeVisible();
  await chooseService(page, 'Recorded match review');
  await expect(page.getByLabel('Quantity (unit(s))')).toHaveValue('1');
  await expect(page.getByText('$18.00')).toBeVisible();
  expect(sent).toEqual([]);
});

test('lands a click on Book Now while the open day closes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 }); // tall enough that the button moves and the page does not scroll
  await signIn(page);
  await page.goto('/booking/1');
  await fillBooking(page, 'open-day#1');
  await pickSlot(page, 3, 5);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: /^Pay/ })).toBeVisible();
  await page.goto('/booking/1');
  await page
    .getByRole('button', { name: /\d+ times/ })
    .first()
    .click();
  await expect(page.locator('main [aria-expanded=true]')).toHaveCount(1);
  await page.getByRole('heading', { name: 'Reviews' }).click();
  await expect(page.locator('main [aria-expanded=true]')).toHaveCount(0);
});

test('books once after a double click and five Enters', async ({ page }) => {
  await signIn(page);
  await page.goto('/booking/1');
  await expect(page.getByRole('button', { name: /\d+ times/ }).first()).toBeVisible();
  await chooseService(page, 'Recorded match review');
  await fillBooking(page, 'fast#1');
  let created = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('create-booking')) created++;
  });
  await page.getByLabel('Contact info').focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter', { delay: 0 });
  await expect(page.getByRole('heading', { name: 'Pay 18.00 USD' })).toBeVisible();
  expect(created).toBe(1);
});

test('reports a failed login and renews the verification', async ({ page, expectErrors }) => {
  expectErrors('401 /api/token/');
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  const login = page.getByRole('main').getByRole('button', { name: 'Login' });
  await login.click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
  await expect(login).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  await login.click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
});

test('retries an aborted read after the network returns', { tag: ['@extra-30'] }, async ({
  page,
  context,
  site,
  allowErrors,
}) => {
  test.skip(site.server === 'second', 'its payment script needs a document of its own');
  allowErrors(
    /ERR_INTERNET_DISCONNECTED mf-booking\/\w{1,2}\.js/, // an unnamed chunk
    /ERR_INTERNET_DISCONNECTED mf-(marketing|account)\/route-\w+\.js/, // visible links, prefetched when idle
    ...['/api/coach/1/available-slots/', '/_shell/reports', '/assets/favicon.svg'].map(
      (path) => `ERR_INTERNET_DISCONNECTED ${path}`,
    ),
  );
  await page.goto('/cs2');
  await settled(page);
  const link = page.getByRole('link', { name: 'Book Now' });
  await Promise.all([page.waitForResponse('**/api/coaches/1/services/'), link.hover()]);
  await settled(page);
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText(/You're offline/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nova' })).toBeVisible();
  await expect(page.getByRole('button', { name: /\d+ times/ })).toHaveCount(0);
  await context.setOffline(false);
  await daysLoaded(page);
  await expect(page.getByRole('button', { name: /\d+ times/ }).first()).toBeVisible();
});

test('opens the booking page after the connection returns', {
  tag: ['@fault-A15', '@extra-30'],
}, async ({ page, context, allowErrors }) => {
  allowErrors(
    /ERR_INTERNET_DISCONNECTED (mf-\w+\/[\w-]+\.(js|css|svg)|\/[\w/.-]+)/,
    'RemoteError: mf-booking failed (entry): offline', // its page has a document of its own
    'RemoteError: mf-booking failed (entry): mf-booking/remoteEntry.js could not be loaded', // not yet prefetched
  );
  await page.goto('/cs2');
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page).toHaveURL('/booking/1');
  await expect(page.getByText(/^You're offline\./)).toBeVisible();
  await context.setOffline(false);
  await daysLoaded(page);
});
