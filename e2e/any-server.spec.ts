// The site against a server that knows the specification's calls and nothing else; each line of the error catalogue is a test.
import path from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
import { type MinimalServer, startMinimalServer } from 'tools/minimal-server';
import { freePorts, startService } from 'tools/process';
import { publishedStore } from './global-setup';

interface World {
  api: MinimalServer;
  url: string;
}

const test = base.extend<{ api: MinimalServer }, { world: World }>({
  world: [
    async ({}, use) => {
      const api = await startMinimalServer();
      const [port = 0] = await freePorts();
      const url = `http://localhost:${port}`;
      const env = {
        PORT: String(port),
        API_URL: api.url,
        SITE_URL: url,
        RELEASES_STORE: publishedStore,
        CAPTCHA_PROVIDER: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'site-key',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_sample',
      };
      const site = await startService('site', path.join('shell/server/main.ts'), env, `${url}/healthz`, () => {});
      await use({ api, url });
      await site.stop();
      api.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.url),
  api: async ({ world }, use) => {
    world.api.reset();
    await use(world.api);
  },
  page: async ({ page }, use) => {
    // Google's widget, reduced to what the page uses of it: a click solves it.
    await page.route('https://www.google.com/recaptcha/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `let n = 0; const widgets = [];
          window.grecaptcha = {
            ready: (then) => then(),
            render: (box, options) => {
              const button = document.createElement('button');
              button.type = 'button';
              button.textContent = 'I am human';
              button.onclick = () => { button.textContent = 'Solved'; options.callback('token-' + ++n); };
              box.append(button);
              box.dataset.theme = options.theme;
              widgets.push(button);
              return widgets.length - 1;
            },
            reset: (id) => { widgets[id].textContent = 'I am human'; },
          };`,
      }),
    );
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.Stripe = () => ({ _registerWrapper() {}, registerAppInfo() {}, redirectToCheckout: async ({ sessionId }) => { location.hash = sessionId; return {}; } });`,
      }),
    );
    await use(page);
  },
});

const human = (page: Page) => page.getByRole('button', { name: 'I am human' }).click();
const signedIn = (page: Page) => page.addInitScript(() => localStorage.setItem('access', 'opaque-token'));
const main = (page: Page) => page.getByRole('main');

test.describe('login', () => {
  const open = async (page: Page) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password', { exact: true }).fill('secret');
  };
  const submit = (page: Page) => main(page).getByRole('button', { name: 'Login' });

  test('is possible only with a verification, which is used up by each try; the payload is the specification’s', async ({ page, api }) => {
    api.answer('POST /api/token/', { status: 401, body: {} });
    await open(page);
    await expect(submit(page)).toBeDisabled();
    await expect(page.locator('[data-theme=dark]').last()).toBeVisible();
    await human(page);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password.');
    await expect(submit(page)).toBeDisabled();
    await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
    expect(api.calls.find(({ call }) => call === 'POST /api/token/')?.body).toEqual({
      username: 'not an address',
      password: 'secret',
      recaptcha: 'token-1',
    });
  });

  test('while it runs the button says so; success stores both tokens, fetches the profile and goes home', async ({ page, api }) => {
    api.answer('POST /api/token/', { body: { access: 'a.b.c', refresh: 'r' }, delayMs: 400 });
    api.answer('GET /api/me/', { body: { anything: true } });
    await open(page);
    await human(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    expect(await page.evaluate(() => [localStorage.getItem('access'), localStorage.getItem('refresh')])).toEqual(['a.b.c', 'r']);
    expect(api.calls.find(({ call }) => call === 'GET /api/me/')?.authorization).toBe('Bearer a.b.c');
  });

  for (const [what, body, words] of [
    ['a detail', { detail: 'Account locked.' }, 'Account locked.'],
    ['a list of errors', { errors: ['First.', 'Second.'] }, 'First., Second.'],
    ['nothing to say', {}, 'Invalid email or password.'],
    ['no JSON at all', '<h1>Bad gateway</h1>', 'Invalid email or password.'],
    ['the words for no account', { detail: 'No active account found with the given credentials' }, 'Invalid email or password.'],
  ] as const) {
    test(`failure with ${what}`, async ({ page, api }) => {
      api.answer('POST /api/token/', { status: 401, body });
      await open(page);
      await human(page);
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret');
    });
  }
});

test.describe('registration and passwords', () => {
  const fill = async (page: Page, password = 'Secret-123!', repeated = password) => {
    await page.getByLabel(/^(New )?[Pp]assword$/).fill(password);
    await page.getByLabel(/^Confirm (new )?password$/).fill(repeated);
  };
  const register = async (page: Page) => {
    await page.goto('/register');
    await page.getByLabel('Email').fill('kim@example.com');
  };
  const submit = (page: Page) => main(page).getByRole('button', { name: 'Register' });

  test('the verification comes first, then matching, then strength', async ({ page, api }) => {
    await register(page);
    await fill(page, 'weak', 'other');
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
    await human(page);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Passwords do not match.');
    await fill(page, 'weak', 'weak');
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText(
      'Password must be at least 8 characters and include a number and special character.',
    );
    expect(api.calls).toEqual([]);
  });

  for (const [body, words] of [
    [{ detail: 'Try another address.' }, 'Try another address.'],
    [{}, 'Registration failed.'],
  ] as const) {
    test(`registration failure: ${words}`, async ({ page, api }) => {
      api.answer('POST /api/register/', { status: 400, body });
      await register(page);
      await fill(page);
      await human(page);
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
    });
  }

  test('registration: busy words, payload, success words', async ({ page, api }) => {
    api.answer('POST /api/register/', { body: 'null', delayMs: 300 });
    await register(page);
    await fill(page);
    await human(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible();
    await expect(main(page).getByRole('status').filter({ hasText: 'Registered!' })).toHaveText(
      "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.",
    );
    expect(api.calls[0]?.body).toEqual({
      username: 'kim@example.com',
      email: 'kim@example.com',
      password: 'Secret-123!',
      recaptcha: 'token-1',
    });
  });

  for (const status of [200, 500]) {
    test(`a forgotten password always answers the same (server: ${status})`, async ({ page, api }) => {
      api.answer('POST /api/auth/password-reset/', { status, delayMs: 300 });
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill('kim@example.com');
      await page.getByRole('button', { name: 'Send password reset link' }).click();
      await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
      await human(page);
      await page.getByRole('button', { name: 'Send password reset link' }).click();
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
      await expect(
        page.getByText('If the email is registered, a reset link has been sent. Check your inbox and spam folder.'),
      ).toBeVisible();
      expect(api.calls[0]?.body).toEqual({ email: 'kim@example.com', recaptcha: 'token-1' });
    });
  }

  for (const [status, body, words] of [
    [200, {}, 'Password updated. You can now log in.'],
    [200, { detail: 'Done.' }, 'Done.'],
    [400, {}, 'Link invalid or expired.'],
    [400, { detail: 'Used already.' }, 'Used already.'],
  ] as const) {
    test(`a new password, ${status}: ${words}`, async ({ page, api }) => {
      api.answer('POST /api/auth/password-reset-confirm/', { status, body, delayMs: 300 });
      await page.goto('/reset-password?uid=MQ&token=abc');
      await fill(page);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      expect(api.calls[0]?.body).toEqual({ uid: 'MQ', token: 'abc', new_password: 'Secret-123!' });
    });
  }

  test('a reset link without its parts', async ({ page }) => {
    await page.goto('/reset-password?uid=MQ');
    await expect(page.getByText('Invalid or incomplete reset link.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set new password' })).toBeDisabled();
  });
});

test.describe('booking', () => {
  const open = async (page: Page, api: MinimalServer) => {
    await signedIn(page);
    api.answer('GET /api/me/', { status: 500 });
    api.answer('GET /api/coaches/7/', { body: { name: 'Rook', description: 'Plain [evil](javascript:alert(1)) text', image_url: null } });
    api.answer('GET /api/coaches/7/services/', {
      body: [
        { id: 'x0', label: 'Coaching', rate: 30, is_hourly: true },
        { id: 'x1', label: 'Review', rate: 12.5, is_hourly: false },
      ],
    });
    api.answer('GET /api/reviews/by-coach/7/', { body: [{ id: 1, comment: 'Good.', rating: 4 }] });
    api.answer('GET /api/coach/7/available-slots/', { body: { available_slots: [] } });
    await page.goto('/booking/7');
    await page.getByLabel('Service').selectOption({ index: 2 });
    await page.getByLabel('Quantity (unit(s))').fill('3');
    await page.getByLabel('Contact info').fill('kim');
    await page.getByLabel('Details').fill('aim');
  };
  const book = (page: Page) => page.getByRole('button', { name: 'Book Now' }).click();
  const alert = (page: Page) => page.getByRole('alertdialog');

  test('a coach with the least that a server may say; one review has no arrows and a default name', async ({ page, api }) => {
    await open(page, api);
    await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
    await expect(page.getByText('October Offer:')).toHaveCount(0);
    await expect(page.getByText('Anonymous')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next review' })).toHaveCount(0);
    await expect(page.getByText('$37.50')).toBeVisible();
    expect(await page.getByText('evil').getAttribute('href')).toBeFalsy();
  });

  for (const [what, answer] of [
    ['not ok', { status: 500 }],
    ['without booking_id', { body: {} }],
  ] as const) {
    test(`create-booking ${what}`, async ({ page, api }) => {
      api.answer('POST /api/create-booking/', answer);
      await open(page, api);
      await book(page);
      await expect(alert(page)).toContainText('Failed to create booking.');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Book Now' })).toBeFocused();
      await expect(page.getByLabel('Details')).toHaveValue('aim');
    });
  }

  for (const [what, answer] of [
    ['not ok', { status: 503 }],
    ['without sessionId', { body: { url: 'https://evil.example/' } }],
    ['with a foreign url', { body: { sessionId: 'cs_1', url: 'https://evil.example/' } }],
  ] as const) {
    test(`create-checkout-session ${what}`, async ({ page, api }) => {
      api.answer('POST /api/create-booking/', { body: { booking_id: 9 } });
      api.answer('POST /api/create-checkout-session/', answer);
      await open(page, api);
      await book(page);
      await expect(alert(page)).toContainText('Payment session failed to create.');
      expect(page.url()).toContain('/booking/7');
    });
  }

  test('no access token when booking', async ({ page, api }) => {
    await open(page, api);
    await page.evaluate(() => localStorage.removeItem('access'));
    await book(page);
    await expect(alert(page)).toContainText('Authentication token missing. Please log in again.');
  });

  test('both payloads; the checkout carries no token; with a session id alone Stripe.js takes over', async ({ page, api }) => {
    api.answer('POST /api/create-booking/', { body: { booking_id: 9 } });
    api.answer('POST /api/create-checkout-session/', { body: { sessionId: 'cs_77' } });
    await open(page, api);
    await book(page);
    await expect(page).toHaveURL(/#cs_77$/);
    const sent = (call: string) => api.calls.find((made) => made.call === call);
    expect(sent('POST /api/create-booking/')).toMatchObject({
      body: { coach_id: 7, service_id: 'x1', quantity: 3, contact_info: 'kim', details: 'aim', slot: null },
      authorization: 'Bearer opaque-token',
    });
    expect(sent('POST /api/create-checkout-session/')).toEqual({
      call: 'POST /api/create-checkout-session/',
      body: {
        coachId: 7,
        serviceId: 'x1',
        serviceLabel: 'Review',
        quantity: 3,
        contactInfo: 'kim',
        details: 'aim',
        slot: null,
        price: 37.5,
        booking_id: 9,
      },
      authorization: undefined,
    });
  });
});

test.describe('after the payment', () => {
  const at = async (page: Page, query = '?session_id=cs_1') => page.goto(`/booking-success${query}`);
  test('without a session id', async ({ page }) => {
    await signedIn(page);
    await at(page, '');
    await expect(main(page).getByRole('alert')).toHaveText('Missing Stripe session_id.');
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  });
  test('signed out', async ({ page, api }) => {
    api.reset();
    await at(page);
    await expect(main(page).getByRole('alert')).toHaveText("You're not signed in. Please log in to view your booking.");
  });
  for (const [status, body, words] of [
    [402, { error: 'Payment is not complete.' }, 'Payment is not complete.'],
    [200, { error: 'No such session.' }, 'No such session.'],
    [500, {}, 'Request failed (500)'],
    [200, {}, 'Failed to load booking.'],
  ] as const) {
    test(`${status} with ${JSON.stringify(body)}: ${words}`, async ({ page, api }) => {
      await signedIn(page);
      api.answer('GET /api/stripe/success-info/', { status, body });
      await at(page);
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(main(page).getByRole('link', { name: 'My Sessions' })).toBeVisible();
    });
  }
  for (const [status, body, words] of [
    [400, { detail: 'Linked already.' }, 'Linked already.'],
    [200, { error: 'Closed.' }, 'Closed.'],
    [500, {}, 'Could not start Discord OAuth.'],
    [200, { url: 'https://evil.example/' }, 'Could not start Discord OAuth.'],
  ] as const) {
    test(`Discord start, ${status} with ${JSON.stringify(body)}: ${words}`, async ({ page, api }) => {
      await signedIn(page);
      api.answer('GET /api/stripe/success-info/', { body: { booking_id: 5 } });
      api.answer('GET /api/oauth/discord/start/', { status, body, delayMs: 300 });
      await at(page);
      await page.getByRole('button', { name: 'Connect Discord & Join Channel' }).click();
      await expect(page.getByRole('button', { name: 'Connecting...' })).toBeVisible();
      await expect(page.getByRole('alertdialog')).toContainText(words);
    });
  }
});

test.describe('sessions and reviews', () => {
  const item = {
    id: 3,
    coach_name: 'Rook',
    session_time: '2026-12-01T18:05:00Z',
    duration_minutes: 90,
    status: 'completed',
    has_review: false,
  };
  test('no token, and a 401: both lead to the login', async ({ page, api }) => {
    await page.goto('/sessions');
    await expect(page).toHaveURL('/login');
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { status: 401 });
    await page.goto('/sessions');
    await expect(page).toHaveURL('/login');
  });
  test('loading, then nothing booked', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { body: [], delayMs: 500 });
    await page.goto('/sessions');
    await expect(page.getByText('Loading your sessions...')).toBeVisible();
    await expect(page.getByText('You have no booked sessions yet.')).toBeVisible();
  });
  test('another error ends the loading, is no alert, and Retry helps', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { status: 500 });
    await page.goto('/sessions');
    await expect(page.getByText('We could not load your sessions.')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    api.answer('GET /api/my-sessions/', { body: [item] });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
  });
  test('a session in 24-hour short form; its review: default 5, payload, success, gone', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { body: [item, { ...item, id: 4, has_review: true }, { ...item, id: 5, status: 'confirmed' }] });
    api.answer('POST /api/reviews/', { status: 201 });
    await page.goto('/sessions');
    const card = page.getByRole('listitem').first();
    await expect(card).toContainText('12/1/26, 19:05');
    await expect(card).toContainText('90 mins');
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Leave a Review' }).click();
    await expect(page.getByLabel('Rating')).toHaveValue('5');
    await expect(page.getByLabel('Rating').getByRole('option')).toHaveText(['1 Star', '2 Stars', '3 Stars', '4 Stars', '5 Stars']);
    await page.getByLabel('Display name').fill('Kim');
    await page.getByLabel('Comment').fill('Good.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Review submitted!' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toHaveCount(0);
    expect(api.calls.find(({ call }) => call === 'POST /api/reviews/')?.body).toEqual({
      booking: 3,
      reviewer_name: 'Kim',
      rating: 5,
      comment: 'Good.',
    });
  });
  for (const [body, words] of [
    [{ detail: 'Once only.' }, 'Error: Once only.'],
    [{ rating: ['bad'] }, 'Error: {"rating":["bad"]}'],
  ] as const) {
    test(`a refused review: ${words}`, async ({ page, api }) => {
      await signedIn(page);
      api.answer('GET /api/my-sessions/', { body: [item] });
      api.answer('POST /api/reviews/', { status: 400, body });
      await page.goto('/sessions');
      await page.getByRole('button', { name: 'Leave a Review' }).click();
      await page.getByLabel('Comment').fill('kept');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByRole('alertdialog')).toContainText(words);
      await page.getByRole('button', { name: 'OK' }).click();
      await expect(page.getByLabel('Comment')).toHaveValue('kept');
    });
  }
});

test.describe('the coach’s pages', () => {
  const bookings = [
    {
      id: 1,
      session_time: '2027-01-05T18:00:00Z',
      duration_minutes: 60,
      service: { name: 'Aim_training' },
      contact_info: 'kim#1',
      status: 'confirmed',
    },
    { id: 2, service: { slug: 'vod_review' } },
    { id: 3, session_time: '2026-12-24T18:00:00Z', service_type: 'one_on_one', status: 'cancelled' },
  ];
  test('every variant and every fallback word; by session time; filters live in the address', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: bookings, delayMs: 300 });
    await page.goto('/coach-dashboard');
    await expect(page.getByText('Loading bookings...')).toBeVisible();
    await expect(page.getByText('Showing 3 booking(s) matching filters.')).toBeVisible();
    const cards = page.getByRole('listitem').filter({ hasText: 'Session' });
    await expect(cards.nth(0)).toContainText('one on one');
    await expect(cards.nth(1)).toContainText('Aim training');
    await expect(cards.nth(2)).toContainText('TBD');
    await expect(cards.nth(2)).toContainText('unknown');
    await expect(cards.nth(2)).toContainText('N/A');
    await page.getByLabel('Status').selectOption('completed');
    await expect(page.getByText('No bookings found.')).toBeVisible();
    await expect(page).toHaveURL(/status=completed/);
    await page.goBack();
    await expect(page.getByText('Showing 3 booking(s) matching filters.')).toBeVisible();
  });
  test('a failed list', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { status: 500 });
    await page.goto('/coach-dashboard');
    await expect(page.getByText('Unable to load bookings.')).toBeVisible();
  });
  test('a booking that is not in the list', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: bookings });
    await page.goto('/coach/bookings/99');
    await expect(page.getByText('Booking not found.')).toBeVisible();
  });
  test('status: the prompt, Cancel first, success and failure', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: bookings });
    api.answer('PATCH /api/bookings/1/status/', { body: {} });
    await page.goto('/coach/bookings/1');
    await page.getByLabel('Update Status', { exact: true }).selectOption('completed');
    const prompt = page.getByRole('alertdialog', { name: 'Confirm changing status to "COMPLETED"?' });
    await expect(prompt.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Update Status', { exact: true })).toHaveValue('confirmed');
    expect(api.calls.filter(({ call }) => call.startsWith('PATCH'))).toEqual([]);
    await page.getByLabel('Update Status', { exact: true }).selectOption('completed');
    await prompt.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Status updated' })).toBeVisible();
    expect(api.calls.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ status: 'completed' });
    api.answer('PATCH /api/bookings/1/status/', { status: 500 });
    await page.getByLabel('Update Status', { exact: true }).selectOption('cancelled');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Failed to update status');
    await expect(page.getByLabel('Update Status', { exact: true })).toHaveValue('completed');
  });
  test('notes: success, failure, and nothing typed is lost', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: bookings });
    api.answer('PATCH /api/bookings/1/notes/', { status: 500 });
    await page.goto('/coach/bookings/1');
    await page.getByLabel('Coach Notes').fill('Watch the minimap.');
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Failed to update notes');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.reload();
    await expect(page.getByLabel('Coach Notes')).toHaveValue('Watch the minimap.');
    api.answer('PATCH /api/bookings/1/notes/', { body: {} });
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Notes updated' })).toBeVisible();
    expect(api.calls.findLast(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ notes: 'Watch the minimap.' });
  });
});
