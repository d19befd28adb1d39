import type { Page } from 'playwright/test';
import { day, offer, times } from '../support/any-server/offer';
import { expect, type MinimalServer, main, signedIn, test } from '../support/any-server/site';

test.describe('booking', () => {
  const open = async (page: Page, api: MinimalServer) => {
    await signedIn(page);
    api.answer('GET /api/me/', { status: 500 });
    api.answer('GET /api/coaches/7/', {
      body: {
        name: 'Rook',
        description: 'Plain [evil](javascript:alert(1)) text',
        image_url: null,
      },
    });
    api.answer('GET /api/coaches/7/services/', {
      body: [
        { id: 'x0', label: 'Coaching', rate: 30, is_hourly: true },
        { id: 'x1', label: 'Review', rate: 12.5, is_hourly: false },
      ],
    });
    api.answer('GET /api/reviews/by-coach/7/', { body: [{ id: 1, comment: 'Good.', rating: 4 }] });
    api.answer('GET /api/coach/7/available-slots/', { body: { available_slots: [] } });
    await page.goto('/booking/7');
    await page.getByRole('radio').nth(1).check();
    await page.getByLabel('Quantity (unit(s))').fill('3');
    await page.getByLabel('Contact info').fill('kim');
    await page.getByLabel('Details').fill('aim');
  };
  const book = (page: Page) => page.getByRole('button', { name: 'Book Now' }).click();
  const alert = (page: Page) => page.getByRole('alertdialog');

  test('shows a coach with the minimal data', {
    tag: ['@spec-3.5', '@spec-4.28'],
  }, async ({ page, api }) => {
    await open(page, api);
    await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
    await expect(page.getByText('October Offer:')).toHaveCount(0);
    await expect(page.getByText('Anonymous')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next review' })).toHaveCount(0);
    await expect(page.getByText('$37.50')).toBeVisible();
    expect(await page.getByText('evil').getAttribute('href')).toBeFalsy();
  });

  test('reports each failure to create the booking', {
    tag: ['@spec-3.13', '@spec-8.7', '@extra-8'],
  }, async ({ page, api }) => {
    await open(page, api);
    for (const answer of [{ status: 500 }, { body: {} }]) {
      api.answer('POST /api/create-booking/', answer);
      await book(page);
      await expect(alert(page)).toContainText('Failed to create booking.');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Book Now' })).toBeFocused();
      await expect(page.getByLabel('Details')).toHaveValue('aim');
    }
  });

  test('reports each failure to create the payment', {
    tag: ['@spec-3.14', '@spec-8.8'],
  }, async ({ page, api }) => {
    api.answer('POST /api/create-booking/', { body: { booking_id: 9 } });
    await open(page, api);
    for (const answer of [
      { status: 503 },
      { body: { url: 'https://evil.example/' } },
      { body: { sessionId: 'cs_1', url: 'https://evil.example/' } },
    ]) {
      api.answer('POST /api/create-checkout-session/', answer);
      await book(page);
      await expect(alert(page)).toContainText('Payment session failed to create.');
      expect(page.url()).toContain('/booking/7');
      await page.keyboard.press('Escape');
      await expect(alert(page)).toBeHidden();
    }
  });

  test('reports a booking without an access token', {
    tag: ['@spec-8.9', '@extra-8'],
  }, async ({ page, api }) => {
    await open(page, api);
    await page.evaluate(() => localStorage.removeItem('access'));
    await book(page);
    await expect(alert(page)).toContainText('Authentication token missing. Please log in again.');
  });

  test('sends both payloads and falls back to Stripe.js', {
    tag: ['@spec-3.13', '@spec-3.14', '@spec-7.12', '@spec-7.13'],
  }, async ({ page, api }) => {
    api.answer('POST /api/create-booking/', { body: { booking_id: 9 } });
    api.answer('POST /api/create-checkout-session/', { body: { sessionId: 'cs_77' } });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith('https://js.stripe.com/')) scripts.push(request.url());
    });
    await open(page, api);
    expect(scripts).toEqual([]);
    await book(page);
    await expect(page).toHaveURL(/#cs_77$/);
    // the file that loadStripe of @stripe/stripe-js asks for; the script gate lets in no other host
    expect(scripts).toEqual(['https://js.stripe.com/basil/stripe.js']);
    const { 'content-security-policy': policy } = (await page.request.get('/booking/7')).headers();
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default;");
    const sent = (call: string) => api.calls.find((made) => made.call === call);
    expect(sent('POST /api/create-booking/')).toMatchObject({
      body: {
        coach_id: 7,
        service_id: 'x1',
        quantity: 3,
        contact_info: 'kim',
        details: 'aim',
        slot: null,
      },
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
  const at = async (page: Page, query = '?session_id=cs_1') =>
    page.goto(`/booking-success${query}`);
  test('reports a missing session id', { tag: ['@spec-2.40', '@spec-8.23'] }, async ({ page }) => {
    await signedIn(page);
    await at(page, '');
    await expect(main(page).getByRole('alert')).toHaveText('Missing Stripe session_id.');
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  });
  test('asks a signed-out visitor to log in', { tag: ['@spec-8.24'] }, async ({ page, api }) => {
    api.reset();
    await at(page);
    await expect(main(page).getByRole('alert')).toHaveText(
      "You're not signed in. Please log in to view your booking.",
    );
  });
  test('reports each answer without a booking', {
    tag: ['@spec-2.40', '@spec-3.15', '@spec-7.14', '@spec-8.25', '@spec-8.26'],
  }, async ({ page, api }) => {
    await signedIn(page);
    for (const [status, body, words] of [
      [402, { error: 'Payment is not complete.' }, 'Payment is not complete.'],
      [200, { error: 'No such session.' }, 'No such session.'],
      [500, {}, 'Request failed (500)'],
      [200, {}, 'Failed to load booking.'],
      [200, 'null', 'Failed to load booking.'],
      [200, { error: { code: 1 } }, 'Failed to load booking.'],
      [200, { booking_id: [5] }, 'Failed to load booking.'],
    ] as const) {
      api.answer('GET /api/stripe/success-info/', { status, body });
      await at(page);
      await expect(main(page).getByRole('alert'), JSON.stringify(body)).toHaveText(words);
      await expect(main(page).getByRole('link', { name: 'My Sessions' })).toBeVisible();
    }
  });
  test('reports each failure to connect Discord', {
    tag: ['@spec-2.36', '@spec-3.16', '@spec-7.15', '@spec-8.27', '@fault-11.16'],
  }, async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/stripe/success-info/', { body: { booking_id: 5 } });
    await at(page);
    for (const [status, body, words] of [
      [200, { url: 'https://evil.example/' }, 'Could not start Discord OAuth.'],
      [400, { detail: 'Linked already.' }, 'Linked already.'],
      [500, {}, 'Could not start Discord OAuth.'],
      [200, { error: 'Closed.' }, 'Closed.'],
      [200, { error: { code: 1 } }, 'Could not start Discord OAuth.'],
      [503, { error: 'Closed today.' }, 'Closed today.'],
      [200, 'null', 'Could not start Discord OAuth.'],
    ] as const) {
      const release = api.hold('GET /api/oauth/discord/start/', { status, body });
      await page.getByRole('button', { name: 'Connect Discord & Join Channel' }).click();
      await expect(page.getByRole('button', { name: 'Connecting...' })).toBeVisible();
      release();
      await expect(page.getByRole('alertdialog'), JSON.stringify(body)).toContainText(words);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeHidden();
    }
  });

  test('polls until the payment is confirmed, then clears the draft', {
    tag: ['@fault-H15', '@extra-2', '@extra-31'],
  }, async ({ page, api }) => {
    await signedIn(page);
    api.answer('POST /api/create-booking/', { body: { booking_id: 5 } });
    api.answer('POST /api/create-checkout-session/', { status: 503 });
    await page.goto(offer(api, 38));
    await day(page, 1).click();
    await times(page).first().click();
    await page.getByLabel('Contact info').fill('kim');
    await page.getByLabel('Details').fill('aim');
    await page.getByRole('button', { name: 'Book Now' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
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

  test('reports an unconfirmed payment after ten seconds', {
    tag: ['@extra-2'],
  }, async ({ page, api }) => {
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

test('shows /booking-cancelled with Try again and a link home', {
  tag: ['@spec-2.41', '@spec-2.42'],
}, async ({ page }) => {
  await page.goto('/booking-cancelled');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Cancelled');
  await expect(main(page)).toContainText(/payment was cancelled/i);
  await expect(main(page)).toContainText(/not booked/);
  await expect(main(page)).toContainText(/try again/i);
  await expect(main(page).getByRole('link', { name: /home/i })).toHaveAttribute('href', '/');
});
