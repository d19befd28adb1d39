// The booking form, put together by a visitor of any server.
import type { Page } from 'playwright/test';
import { chooseService } from './actions';
import { expect, type MinimalServer, main, signedIn, test } from './any-server';

const services = [
  { id: 1, label: 'Coaching', rate: 30, is_hourly: true },
  { id: 2, label: 'Review', rate: 12.5, is_hourly: false },
];
/** The site keeps a page for ten seconds: each test has a coach of its own. */
function coach(
  api: MinimalServer,
  id: number,
  offered: object[] = services,
  slots = ['09:00', '10:00', '14:00'],
): string {
  api.answer(`GET /api/coaches/${id}/`, { body: { name: 'Rook', description: 'Plain text.' } });
  api.answer(`GET /api/coaches/${id}/services/`, { body: offered });
  api.answer(`GET /api/reviews/by-coach/${id}/`, { body: [] });
  api.answer(`GET /api/coach/${id}/available-slots/`, {
    body: { available_slots: slots.map((start) => ({ start })) },
  });
  return `/booking/${id}`;
}
const day = (page: Page, index: number) =>
  page.getByRole('button', { name: /^\w{3}, \w{3} \d+/ }).nth(index);

test('a service that is no longer offered leaves the choice open, and the form asks for one', async ({
  page,
  api,
}) => {
  await signedIn(page);
  await page.goto(coach(api, 80));
  await chooseService(page, 'Review');
  await page.getByLabel('Contact info').fill('kim');
  await page.getByLabel('Details').fill('aim');
  coach(api, 80, services.slice(0, 1));
  await page.getByRole('banner').getByRole('link', { name: 'Carry' }).click();
  await page.getByRole('link', { name: /^Continue your booking with Rook/ }).click();
  const group = page.getByRole('radiogroup', { name: 'Service' });
  await expect(group.getByRole('radio')).toHaveCount(1);
  await expect(group.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(group).toHaveAccessibleDescription('Please select a service.');
  await expect(group).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Book a session with Rook/);
});

test('services are cards of one radio group; quantity counts up and down, not below 1', async ({
  page,
  api,
}) => {
  await page.goto(coach(api, 81));
  await expect(day(page, 0)).toBeVisible();
  await page.getByRole('radio', { name: 'Coaching' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Review $12.50 per unit' })).toBeChecked();
  const units = page.getByLabel('Quantity (unit(s))');
  const less = page.getByRole('button', { name: 'One less' });
  await expect(less).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'One more' }).click({ clickCount: 2 });
  await expect(units).toHaveValue('3');
  await less.click();
  await expect(units).toHaveValue('2');
  await expect(page.getByText('$25.00')).toBeVisible();
});

test('a coach who offers nothing, and a week without times: words, and a way on', async ({
  page,
  api,
}) => {
  await page.goto(coach(api, 82, []));
  await expect(main(page).getByText(/Rook offers nothing to book at the moment\./)).toBeVisible();
  await main(page).getByRole('link', { name: 'Find a coach' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(coach(api, 83, services, []));
  await expect(page.getByRole('button', { name: /No times/ })).toHaveCount(7);
  await expect(
    main(page)
      .getByText(/^All times of the next 7 days are taken\./)
      .getByRole('link', { name: 'Discord server' }),
  ).toBeVisible();
});
