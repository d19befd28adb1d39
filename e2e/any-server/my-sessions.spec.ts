import { expect, main, signedIn, test } from '../support/any-server/site';

const item = {
  id: 3,
  coach_name: 'Rook',
  session_time: '2026-12-01T18:05:00Z',
  duration_minutes: 90,
  status: 'completed',
  has_review: false,
};
test('redirects to the login without a token and after a 401', {
  tag: ['@spec-2.17', '@spec-8.17'],
}, async ({ page, api }) => {
  await page.goto('/sessions');
  await expect(page).toHaveURL('/login');
  await signedIn(page);
  api.answer('GET /api/my-sessions/', { status: 401 });
  await page.goto('/sessions');
  await expect(page).toHaveURL('/login');
});
test('shows loading, then the empty list', { tag: ['@spec-2.18', '@spec-2.19'] }, async ({
  page,
  api,
}) => {
  await signedIn(page);
  const release = api.hold('GET /api/my-sessions/', { body: [] });
  await page.goto('/sessions', { waitUntil: 'commit' });
  await expect(page.getByText('Loading your sessions...')).toBeVisible();
  release();
  await expect(page.getByText('You have no booked sessions yet.')).toBeVisible();
});
test('stops loading after an error and recovers with Retry', {
  tag: ['@spec-8.18', '@extra-16'],
}, async ({ page, api }) => {
  await signedIn(page);
  api.answer('GET /api/my-sessions/', { status: 500 });
  await page.goto('/sessions');
  await expect(page.getByText("We couldn't load your sessions.")).toBeVisible();
  await expect(page.getByText('You have no booked sessions yet.')).toBeVisible(); // the specification only logs other errors
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  api.answer('GET /api/my-sessions/', { body: [item] });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Rook' })).toBeVisible();
});
test('shows a session and sends its review', {
  tag: [
    '@spec-0.3',
    '@spec-1.10',
    '@spec-2.20',
    '@spec-2.21',
    '@spec-3.9',
    '@spec-3.10',
    '@spec-4.17',
    '@spec-4.18',
    '@spec-5.20',
    '@spec-6.3',
    '@spec-7.19',
    '@spec-7.20',
    '@spec-8.15',
    '@spec-9.13',
  ],
}, async ({ page, api }) => {
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
test('names the coach and closes the review form with Cancel', {
  tag: ['@spec-2.20', '@spec-2.21'],
}, async ({ page, api }) => {
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
  test(`shows a refused review: ${words}`, { tag: ['@spec-5.19', '@spec-8.16'] }, async ({
    page,
    api,
  }) => {
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

test('links an empty list to a coach', { tag: ['@extra-15'] }, async ({ page, api }) => {
  await signedIn(page);
  api.answer('GET /api/my-sessions/', { body: [] });
  await page.goto('/sessions');
  await main(page).getByRole('link', { name: 'Find a coach' }).click();
  await expect(page).toHaveURL('/');
});
