// Which days and times are offered, and in which words, whatever clock and zone the visitor's machine has.
import type { Page } from 'playwright/test';
import { chooseZone, setServerTime } from './actions';
import { expect, type MinimalServer, signedIn, test } from './any-server';

function coach(api: MinimalServer, id: number): string {
  api.answer(`GET /api/coaches/${id}/`, {
    body: { name: 'Rook', description: 'Plain.', image_url: null },
  });
  api.answer(`GET /api/coaches/${id}/services/`, {
    body: [{ id: 1, label: 'Coaching', rate: 30, is_hourly: true }],
  });
  api.answer(`GET /api/reviews/by-coach/${id}/`, { body: [] });
  api.answer(`GET /api/coach/${id}/available-slots/`, {
    body: { available_slots: [{ start: '09:00' }, { start: '13:00' }] },
  });
  return `/booking/${id}`;
}
const rows = (page: Page) => page.getByRole('button', { name: /^\w{3}, \w{3} \d+/ });
const plain = (text: string | null) => (text ?? '').replaceAll('\u202f', ' ');

test.describe('a browser in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US' });
  test('a zone that was chosen is there after a reload: the row, the page and the pressed button agree', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    await page.goto(coach(api, 51));
    await expect(rows(page)).toHaveCount(7);
    await chooseZone(page, 'Asia/Tokyo');
    await rows(page).nth(0).click();
    const times = page.getByRole('group', { name: /^\w{3}, \w{3} \d+$/ }).getByRole('button');
    await times.nth(1).click();
    await expect(times.nth(1)).toHaveText(/10:00.PM/);
    await page.reload();
    await expect(page.getByText('All times are in: Asia/Tokyo (GMT+09:00).')).toBeVisible();
    await expect(rows(page).nth(0)).toContainText(/10:00.PM/);
    await rows(page).nth(0).click();
    expect(plain(await page.getByRole('button', { pressed: true }).textContent())).toBe('10:00 PM');
  });
});

for (const [what, clock] of [
  ['a year behind', '2025-11-22T23:30:00Z'],
  ['a year ahead', '2027-11-22T23:30:00Z'],
  ['a day ahead', '2026-11-23T23:30:00Z'],
] as const) {
  test(`a clock that is ${what}: the days, the year and the hold are the server’s`, async ({
    page,
    api,
  }) => {
    await setServerTime(page, '2026-11-22T12:00:00Z');
    await page.clock.install({ time: new Date(clock) });
    const asked = new Set<string | null>();
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('available-slots')) asked.add(searchParams.get('date'));
    });
    await page.goto(coach(api, 52));
    await expect(rows(page)).toHaveCount(7);
    await expect
      .poll(() => [...asked].sort())
      .toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
    await expect(page.getByRole('contentinfo')).toContainText('© 2026 Carry');
    await page.goto('/booking-cancelled?coach=52&until=2026-11-22T12:10:00Z');
    await expect(page.getByText('Your time is held until 13:10.')).toBeVisible(); // Berlin
    await page.goto('/booking-cancelled?coach=52&until=2026-11-22T11:50:00Z');
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText(/is held until/)).toHaveCount(0);
  });
}
