import { setServerTime } from './actions';
import { expect, signedIn, test } from './any-server';

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
  test('another error ends the loading, is not an alert, and Retry helps', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { status: 500 });
    await page.goto('/sessions');
    await expect(page.getByText('We could not load your sessions.')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    api.answer('GET /api/my-sessions/', { body: [item] });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
  });
  test('a session in 24-hour short form; its review: default 5, payload, success, gone', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', {
      body: [item, { ...item, id: 4, has_review: true }, { ...item, id: 5, status: 'confirmed' }],
    });
    api.answer('POST /api/reviews/', { status: 201 });
    await page.goto('/sessions');
    const card = page.getByRole('listitem').first();
    await expect(card).toContainText('12/1/26, 19:05');
    await expect(card).toContainText('90 mins');
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Leave a Review' }).click();
    await expect(page.getByLabel('Rating')).toHaveValue('5');
    await expect(page.getByLabel('Rating').getByRole('option')).toHaveText([
      '1 Star',
      '2 Stars',
      '3 Stars',
      '4 Stars',
      '5 Stars',
    ]);
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
  test('the name of the coach, and a review form that Cancel closes', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { body: [item] });
    await page.goto('/sessions');
    await expect(page.getByRole('listitem').getByRole('heading', { name: 'Rook' })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toContainText('completed');
    await page.getByRole('button', { name: 'Leave a Review' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Comment')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Leave a Review' })).toBeVisible();
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
    {
      id: 3,
      session_time: '2026-12-24T18:00:00Z',
      service_type: 'one_on_one',
      status: 'cancelled',
    },
  ];
  test('every variant and every fallback word; by session time; filters live in the address', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: bookings, delayMs: 300 });
    await page.goto('/coach-dashboard');
    await expect(page.getByText('Loading bookings...')).toBeVisible();
    await expect(page.getByText('Showing 3 booking(s) matching filters.')).toBeVisible();
    const cards = page.getByRole('listitem').filter({ hasText: 'Session' });
    await expect(cards.nth(0).locator('dt')).toHaveText([
      'Session time',
      'Service',
      'Status',
      'Contact',
    ]);
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
  test('the choices of both filters; a card leads to its booking; the token goes along', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: bookings });
    await page.goto('/coach-dashboard');
    await expect(page.getByLabel('Status').getByRole('option')).toHaveText([
      'All',
      'Confirmed',
      'Cancelled',
      'Completed',
    ]);
    await expect(page.getByLabel('Date').getByRole('option')).toHaveText([
      'All',
      'Today',
      'Next 7 days',
    ]);
    await page.getByRole('link', { name: 'View Booking 1' }).click();
    await expect(page).toHaveURL('/coach/bookings/1');
    expect(api.calls.find(({ call }) => call === 'GET /api/bookings/')?.authorization).toBe(
      'Bearer opaque-token',
    );
  });
  test('all about a booking: long time, minutes, service, contact, details, the countdown, the three statuses', async ({
    page,
    api,
  }) => {
    await setServerTime(page, '2027-01-04T15:30:00Z');
    await signedIn(page);
    api.answer('GET /api/bookings/', {
      body: [{ ...bookings[0], details: 'Entry timing', notes: 'Left-handed' }],
    });
    await page.goto('/coach/bookings/1');
    const facts = page.locator('dl');
    await expect(facts).toContainText('Tuesday, January 5, 2027 at 7:00');
    await expect(facts).toContainText('Starts in 1 day 2 hours');
    for (const words of ['60 minutes', 'Aim training', 'kim#1', 'Entry timing'])
      await expect(facts).toContainText(words);
    await expect(facts.locator('dd').first()).toHaveText('1');
    await expect(page.getByLabel('Update Status').getByRole('option')).toHaveText([
      'Confirmed',
      'Cancelled',
      'Completed',
    ]);
    await expect(page.getByLabel('Coach Notes')).toHaveValue('Left-handed');
  });
  test('any status may follow any other', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: [{ ...bookings[0], status: 'completed' }] });
    api.answer('PATCH /api/bookings/1/status/', { body: {} });
    await page.goto('/coach/bookings/1');
    const select = page.getByLabel('Update Status', { exact: true });
    for (const status of ['cancelled', 'confirmed', 'completed']) {
      await select.selectOption(status);
      await page
        .getByRole('alertdialog', {
          name: `Confirm changing status to "${status.toUpperCase()}"?`,
          exact: true,
        })
        .getByRole('button', { name: 'Confirm' })
        .click();
      await expect(select).toHaveValue(status);
    }
    await expect
      .poll(() => api.calls.filter(({ call }) => call.startsWith('PATCH')))
      .toHaveLength(3);
  });
  test('a failed list', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { status: 500 });
    await page.goto('/coach-dashboard');
    await expect(page.getByText('Unable to load bookings.')).toBeVisible();
    api.answer('GET /api/bookings/', { body: bookings });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Showing 3 booking(s) matching filters.')).toBeVisible();
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
    const prompt = page.getByRole('alertdialog', {
      name: 'Confirm changing status to "COMPLETED"?',
      exact: true,
    });
    await expect(prompt.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Update Status', { exact: true })).toHaveValue('confirmed');
    expect(api.calls.filter(({ call }) => call.startsWith('PATCH'))).toEqual([]);
    await page.getByLabel('Update Status', { exact: true }).selectOption('completed');
    await prompt.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Status updated' })).toBeVisible();
    expect(api.calls.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
      status: 'completed',
    });
    api.answer('PATCH /api/bookings/1/status/', { status: 500 });
    await page.getByLabel('Update Status', { exact: true }).selectOption('cancelled');
    await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(''); // this server says nothing of money
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Failed to update status');
    await expect(page.getByLabel('Update Status', { exact: true })).toHaveValue('completed');
  });
  test('status: cancelling says that the payment goes back before it is confirmed; a refusal says why', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: [{ ...bookings[0], amount: 25, refund: 'none' }] });
    api.answer('PATCH /api/bookings/1/status/', {
      status: 409,
      body: { detail: 'This session has not begun yet.' },
    });
    await page.goto('/coach/bookings/1');
    const status = page.getByLabel('Update Status', { exact: true });
    await status.selectOption('cancelled');
    const prompt = page.getByRole('alertdialog', {
      name: 'Confirm changing status to "CANCELLED"?',
      exact: true,
    });
    await expect(prompt).toHaveAccessibleDescription(
      'The student gets the whole payment of $25.00 back, and a mail that says so.',
    );
    await prompt.getByRole('button', { name: 'Cancel' }).click();
    expect(api.calls.filter(({ call }) => call.startsWith('PATCH'))).toEqual([]);
    await status.selectOption('completed');
    await page.getByRole('button', { name: 'Confirm' }).click();
    const failure = page.getByRole('alertdialog', { name: 'Failed to update status', exact: true });
    await expect(failure).toHaveAccessibleDescription('This session has not begun yet.');
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
    expect(api.calls.findLast(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
      notes: 'Watch the minimap.',
    });
  });
});
