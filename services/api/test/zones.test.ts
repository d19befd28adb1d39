import { afterEach, expect, test } from 'vitest';
import { offeredStarts } from '../src/features/coaches/slots';

const home = process.env['TZ'];
afterEach(() => {
  if (home === undefined) Reflect.deleteProperty(process.env, 'TZ');
  else process.env['TZ'] = home;
});

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Asia/Kolkata',
  'America/Los_Angeles',
];
const days = ['2026-10-31', '2026-11-01', '2026-11-22', '2026-12-31', '2027-03-14', '2027-03-28'];
const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  weekday,
  startMinute: 9 * 60,
  endMinute: 17 * 60,
}));

test.each(zones)(
  'offers the same instants in %s on any server',
  { tags: ['@fault-H12'] },
  (coachZone) => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: coachZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    for (const day of days) {
      process.env['TZ'] = 'UTC';
      const expected = offeredStarts(day, 60, { hours, zone: coachZone });
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.every((start) => /^(09|1[0-6]):00$/.test(clock.format(start)))).toBe(true);
      for (const serverZone of zones) {
        process.env['TZ'] = serverZone;
        expect(offeredStarts(day, 60, { hours, zone: coachZone })).toEqual(expected);
      }
    }
  },
);
