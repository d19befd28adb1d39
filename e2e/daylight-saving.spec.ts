import { expect, test } from './support/any-server/site';
import { setServerTime } from './support/site/actions';

/** A zone, a time before its clock change, 14:00 UTC in local time before and after it, and the last day before it, from 0. */
const changes = [
  {
    zone: 'America/Los_Angeles',
    now: '2027-03-12T18:00:00Z',
    before: '6:00 AM',
    after: '7:00 AM',
    last: 0,
  },
  {
    zone: 'America/New_York',
    now: '2026-10-30T18:00:00Z',
    before: '10:00 AM',
    after: '9:00 AM',
    last: 0,
  },
  {
    zone: 'Europe/Berlin',
    now: '2026-10-23T10:00:00Z',
    before: '4:00 PM',
    after: '3:00 PM',
    last: 0,
  },
  {
    zone: 'Asia/Tokyo',
    now: '2027-03-12T18:00:00Z',
    before: '11:00 PM',
    after: '11:00 PM',
    last: 3,
  },
];

for (const { zone, now, before, after, last } of changes) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone, locale: 'en-US' });
    test('shows each day at its own offset across a clock change', async ({ page, api }) => {
      await setServerTime(page, now);
      api.answer('GET /api/coaches/31/', { body: { id: 31, name: 'Robin', description: 'Aim.' } });
      api.answer('GET /api/coaches/31/services/', {
        body: [{ id: 4, label: 'Coaching', rate: 10, is_hourly: true }],
      });
      api.answer('GET /api/reviews/by-coach/31/', { body: [] });
      api.answer('GET /api/coach/31/available-slots/', {
        body: { available_slots: [{ start: '14:00' }] },
      });
      await page.goto('/booking/31');
      const days = page.getByRole('button', { name: /1 time/ });
      await expect(days).toHaveCount(7);
      for (const day of [0, 1, 6]) {
        await days.nth(day).click();
        const slot = page.getByRole('group', { name: /^\w{3}, / }).getByRole('button');
        await expect(slot).toHaveCount(1);
        expect(((await slot.textContent()) ?? '').replaceAll('\u202f', ' ')).toContain(
          day <= last ? before : after,
        );
      }
      const requests = api.calls.filter(({ call }) => call.includes('available-slots'));
      expect(requests.length).toBeGreaterThanOrEqual(7);
    });
  });
}
