import { browserZone } from '@carry/remote-kit';
import { dateIn } from '@carry/remote-kit/format';
import { afterEach, describe, expect, test } from 'vitest';
import { bookableDays, describeSlot, formatChosen, zoneName } from './days';

const home = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = home;
});

const zones = [
  'UTC',
  'Asia/Tokyo',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'America/St_Johns',
];

describe.each(zones)('in %s', (zone) => {
  test.each([
    '2026-11-21T00:30:00Z',
    '2026-11-21T12:00:00Z',
    '2026-11-21T23:30:00Z',
    '2026-10-31T23:30:00Z',
    '2027-03-13T23:30:00Z',
    '2026-12-28T12:00:00Z',
  ])('returns seven local days from tomorrow at %s', { tags: ['@spec-9.2'] }, (now) => {
    process.env['TZ'] = zone;
    const days = bookableDays(new Date(now), 'en-US');
    const today = dateIn(zone, Date.parse(now));
    const expected = [1, 2, 3, 4, 5, 6, 7].map((offset) =>
      new Date(Date.parse(`${today}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10),
    );
    expect(days.map(({ date }) => date)).toEqual(expected);
  });
});

test.each([
  ['UTC', '15:00', '3:00 PM'],
  ['Asia/Tokyo', '15:00', '12:00 AM Tue'],
  ['America/Los_Angeles', '15:00', '7:00 AM'],
  ['America/Los_Angeles', '03:00', '7:00 PM Sun'],
  ['Pacific/Kiritimati', '15:00', '5:00 AM Tue'],
  ['Asia/Kolkata', '00:00', '5:30 AM'],
])(
  'shows in %s the slot at %s UTC as %s',
  { tags: ['@spec-9.3', '@fault-H12'] },
  (zone, start, words) => {
    process.env['TZ'] = zone;
    const slot = describeSlot(
      { date: '2026-11-23', label: 'Mon, Nov 23', time: start },
      browserZone(),
      'en-US',
    );
    expect(slot).toEqual({
      date: '2026-11-23',
      time: start,
      displayTime: words,
      label: 'Mon, Nov 23',
    });
  },
);

test('names the day of a chosen slot in the chosen zone', () => {
  const slot = { date: '2026-11-28', time: '15:00' };
  expect(formatChosen(slot, 'Asia/Tokyo', 'en-US')).toBe('Sun, Nov 29, 12:00 AM');
  expect(formatChosen(slot, 'Europe/Berlin', 'en-US')).toBe('Sat, Nov 28, 4:00 PM');
});

test('tells repeated hours apart when clocks go back', () => {
  const day = { date: '2026-11-01', label: '' };
  const zone = 'America/New_York';
  const describe = (time: string) => describeSlot({ ...day, time }, zone, 'en-US').displayTime;
  expect(['04:00', '05:00', '06:00', '07:00'].map(describe)).toEqual([
    '12:00 AM',
    '1:00 AM EDT',
    '1:00 AM EST',
    '2:00 AM',
  ]);
  expect(formatChosen({ ...day, time: '06:00' }, zone, 'en-US')).toBe('Sun, Nov 1, 1:00 AM EST');
});

test('writes noon and midnight as 12', { tags: ['@extra-B9'] }, () => {
  process.env['TZ'] = 'UTC';
  const day = { date: '2026-11-23', label: '' };
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'ja-JP']) {
    expect(describeSlot({ ...day, time: '00:05' }, 'UTC', locale).displayTime).toMatch(
      /(?<!\d)12:05/,
    );
  }
  expect(describeSlot({ ...day, time: '00:05' }, 'UTC', 'en-US').displayTime).toBe('12:05 AM');
  expect(describeSlot({ ...day, time: '12:05' }, 'UTC', 'en-US').displayTime).toBe('12:05 PM');
});

test('names the zone with its offset across a DST change', {
  tags: ['@extra-B9'],
}, () => {
  process.env['TZ'] = 'America/New_York';
  expect(zoneName(Date.parse('2026-10-31T12:00:00Z'), browserZone())).toBe(
    'America/New York (GMT-04:00)',
  );
  expect(zoneName(Date.parse('2026-11-02T12:00:00Z'), browserZone())).toBe(
    'America/New York (GMT-05:00)',
  );
});

test('changes the displayed time only, never the sent one', { tags: ['@extra-B9'] }, () => {
  process.env['TZ'] = 'Europe/Berlin';
  const day = { date: '2026-11-23', label: 'Mon, Nov 23' };
  expect(describeSlot({ ...day, time: '20:00' }, 'Asia/Tokyo', 'en-US')).toEqual({
    date: '2026-11-23',
    time: '20:00',
    displayTime: '5:00 AM Tue',
    label: 'Mon, Nov 23',
  });
  expect(describeSlot({ ...day, time: '20:00' }, 'Europe/Berlin', 'en-US').displayTime).toBe(
    '9:00 PM',
  );
});
