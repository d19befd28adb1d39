import { expect, signedIn, test } from '../support/any-server/site';
import { setServerTime } from '../support/site/actions';

const NOW = '2026-12-15T12:00:00Z';
const createBookings = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    session_time: new Date(Date.parse(NOW) + (index - count + 20) * 7_200_000).toISOString(),
    duration_minutes: 60,
    service_type: 'one_on_one',
    contact_info: `kim#${index}`,
    status: 'confirmed',
  }));

test('shows 3,000 bookings at the price of 20', {
  tag: ['@spec-2.26', '@spec-2.28'],
}, async ({ page, api }) => {
  await setServerTime(page, NOW);
  await signedIn(page);
  const countNodes = async (count: number) => {
    api.answer('GET /api/bookings/', { body: createBookings(count) });
    await page.goto('/coach-dashboard');
    await expect(page.getByText('Showing 20 booking(s) matching filters.')).toBeVisible();
    return page.evaluate(() => document.querySelectorAll('*').length);
  };
  const few = await countNodes(20);
  expect(await countNodes(3000)).toBeLessThanOrEqual(few * 1.2);
  await expect(page.getByRole('link', { name: /^View Booking/ }).first()).toHaveAccessibleName(
    'View Booking 2981',
  );

  const month = page.getByRole('group').filter({ hasText: 'November 2026' });
  await month.locator('summary').press('Enter');
  await expect(page.getByText('Showing 40 booking(s) matching filters.')).toBeVisible();
  await month
    .getByRole('link', { name: /^View Booking/ })
    .nth(15)
    .click();
  await expect(page).toHaveURL(/\/coach\/bookings\/\d+$/);
  await page.goBack();
  await expect(month.getByRole('link', { name: /^View Booking/ }).nth(15)).toBeVisible();
  await expect(page.getByText('Showing 40 booking(s) matching filters.')).toBeVisible();
});
