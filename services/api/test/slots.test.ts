import { clockOf, joinWindows, minuteOf } from '@carry/contracts/windows';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offeredStarts, withoutBusy } from '../src/features/coaches/slots';
import { findInstant } from '../src/features/coaches/zone';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

test.each([
  ['2026-11-01', 90, 'America/New_York', '2026-11-01T05:30:00.000Z'], // 01:30 occurs twice: the first one counts
  ['2027-03-14', 150, 'America/New_York', null], // 02:30 does not exist
  ['2026-10-25', 9 * 60, 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
  ['2027-03-28', 9 * 60, 'Europe/Berlin', '2027-03-28T07:00:00.000Z'],
  ['2027-04-04', 9 * 60, 'Australia/Lord_Howe', '2027-04-03T22:30:00.000Z'],
  ['2026-11-23', 0, 'Asia/Kolkata', '2026-11-22T18:30:00.000Z'],
  ['2026-11-23', 0, 'Pacific/Kiritimati', '2026-11-22T10:00:00.000Z'],
])('%s minute %i in %s is %s', { tags: ['@fault-H11'] }, (day, minute, zone, instant) => {
  expect(iso(findInstant(day, minute, zone))).toBe(instant);
});

test('keeps local hours across a DST change', {
  tags: ['@fault-H11'],
}, () => {
  const hours = [{ weekday: 0, startMinute: 540, endMinute: 600 }];
  expect(offeredStarts('2026-10-18', 60, { hours, zone: 'Europe/Berlin' }).map(iso)).toEqual([
    '2026-10-18T07:00:00.000Z',
  ]);
  expect(offeredStarts('2026-10-25', 60, { hours, zone: 'Europe/Berlin' }).map(iso)).toEqual([
    '2026-10-25T08:00:00.000Z',
  ]);
});

/** 01:30 to 02:30 on the day on which New York repeats the hour from 01:00. */
const REPEATED_HOUR: [
  string,
  string,
  number,
  { weekday: number; startMinute: number; length: number }[],
  object,
] = ['America/New_York', '2026-10-26', 60, [{ weekday: 0, startMinute: 90, length: 1 }], {}];

test('matches a brute-force search for any hours, special days and zone', {
  tags: ['@fault-H11', '@fault-H13'],
}, () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  );
  const monday = fc.constantFrom(
    '2026-10-26',
    '2026-11-02',
    '2027-03-08',
    '2027-03-29',
    '2027-04-05',
    '2026-06-01',
  );
  const window = fc.record({
    weekday: fc.integer({ min: 0, max: 6 }),
    startMinute: fc.integer({ min: 0, max: 46 }).map((n) => n * 30),
    length: fc.integer({ min: 1, max: 6 }),
  });
  const special = fc.dictionary(
    fc.integer({ min: -2, max: 9 }).map(String), // days after the Monday
    fc.array(window, { maxLength: 2 }), // none: a day off
    { maxKeys: 4 },
  );
  const ended = ({
    weekday,
    startMinute,
    length,
  }: typeof window extends fc.Arbitrary<infer W> ? W : never) => ({
    weekday,
    startMinute,
    endMinute: Math.min(1440, startMinute + length * 60),
  });
  fc.assert(
    fc.property(
      zone,
      monday,
      fc.constantFrom(60, 120),
      fc.array(window, { minLength: 1, maxLength: 3 }),
      special,
      (zone, monday, length, windows, days) => {
        const hours = windows.map(ended);
        const special = new Map(
          Object.entries(days).map(([offset, windows]) => [
            dayAfter(monday, Number(offset)),
            windows.map(ended),
          ]),
        );
        const found = [-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((offset) =>
          offeredStarts(dayAfter(monday, offset), length, { hours, zone, special }),
        );
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(walk(monday, length, { hours, special }, zone));
      },
    ),
    { numRuns: 60, examples: [REPEATED_HOUR] },
  );
});

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

interface DayHours {
  startMinute: number;
  endMinute: number;
}
interface Hours {
  hours: (DayHours & { weekday: number })[];
  special: ReadonlyMap<string, DayHours[]>;
}

/** Brute force: reads the wall clock at every half hour of nine days and tests each as a start. */
function walk(monday: string, length: number, { hours, special }: Hours, zone: string): number[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const clockAt = (instant: number) => {
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, value]),
    );
    return {
      day: `${parts['year']}-${parts['month']}-${parts['day']}`,
      minute: Number(parts['hour']) * 60 + Number(parts['minute']),
    };
  };
  const getWindows = (day: string): readonly DayHours[] => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return special.get(day) ?? hours.filter((window) => window.weekday === weekday);
  };
  const windowsAt = ({ day, minute }: { day: string; minute: number }) =>
    getWindows(day).filter(
      ({ startMinute, endMinute }) => minute >= startMinute && minute < endMinute,
    );
  // a window that has opened stays open while the clock repeats an hour
  const isOpenAt = (instant: number) => {
    const { day, minute } = clockAt(instant);
    return getWindows(day).some(
      ({ startMinute, endMinute }) =>
        minute < endMinute &&
        (minute >= startMinute || instant >= (firstAt(day, startMinute) ?? Infinity)),
    );
  };
  const firstAt = (day: string, minute: number) => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    return Array.from({ length: 100 }, (_, half) => midnight + (half - 28) * 1_800_000).find(
      (instant) => clockAt(instant).day === day && clockAt(instant).minute === minute,
    );
  };
  const begin = Date.parse(`${monday}T00:00:00Z`) - 86_400_000;
  const seen = new Set<string>();
  const starts: number[] = [];
  for (let instant = begin; instant < begin + 9 * 86_400_000; instant += 1_800_000) {
    const { day, minute } = clockAt(instant);
    const halves = Array.from({ length: length / 30 }, (_, half) => instant + half * 1_800_000);
    const wallHalves = halves.map((_, half) => ({
      day: dayAfter(day, Math.floor((minute + half * 30) / 1440)),
      minute: (minute + half * 30) % 1440,
    }));
    const isOpen =
      windowsAt({ day, minute }).some(({ startMinute }) => (minute - startMinute) % 60 === 0) &&
      // not past closing time when the clock jumps
      halves.every(isOpenAt) &&
      wallHalves.every((half) => windowsAt(half).length > 0);
    const clock = `${day} ${minute}`;
    if (isOpen && !seen.has(clock)) starts.push(instant);
    seen.add(clock); // a repeated hour counts once
  }
  return starts;
}

test.each([
  [
    '18:00–21:00 and 21:00–23:00',
    [
      [1, 1080, 1260],
      [1, 1260, 1380],
    ],
    '2026-11-23',
    [18, 19, 20, 21],
  ],
  [
    'in any order',
    [
      [1, 1260, 1380],
      [1, 1080, 1260],
    ],
    '2026-11-23',
    [18, 19, 20, 21],
  ],
  [
    'across midnight',
    [
      [1, 1320, 1440],
      [2, 0, 60],
    ],
    '2026-11-23',
    [22, 23],
  ],
  [
    'from Sunday to Monday',
    [
      [0, 1380, 1440],
      [1, 0, 60],
    ],
    '2026-11-22',
    [23],
  ],
  [
    'but not with a gap',
    [
      [1, 1080, 1260],
      [1, 1275, 1380],
    ],
    '2026-11-23',
    [18, 19],
  ],
] as const)('merges touching windows: %s', (_, windows, day, starts) => {
  const hours = windows.map(([weekday, startMinute, endMinute]) => ({
    weekday,
    startMinute,
    endMinute,
  }));
  const roundToHour = (start: number) => new Date(start).getUTCHours();
  expect(offeredStarts(day, 120, { hours, zone: 'UTC' }).map(roundToHour)).toEqual(starts);
});

test('continues a window into a special day', () => {
  const hours = [{ weekday: 1, startMinute: 1380, endMinute: 1440 }];
  const special = new Map([['2026-11-24', [{ startMinute: 0, endMinute: 60 }]]]);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])
    expect(
      ['2026-11-22', '2026-11-23', '2026-11-24'].flatMap((day) =>
        offeredStarts(day, 120, { hours, zone, special }),
      ),
    ).toEqual([findInstant('2026-11-23', 1380, zone)]);
});

test('ends two hours before closing across a DST change', {
  tags: ['@fault-H11', '@fault-11.9'],
}, () => {
  const hours = [{ weekday: 0, startMinute: 0, endMinute: 180 }];
  expect(offeredStarts('2027-03-28', 120, { hours, zone: 'Europe/Berlin' }).map(iso)).toEqual([]); // 01:00 and two hours is 04:00
  expect(offeredStarts('2027-03-27', 120, { hours, zone: 'Europe/Berlin' }).map(iso)).toEqual([
    '2027-03-27T23:00:00.000Z',
  ]);
  expect(offeredStarts('2027-03-20', 120, { hours, zone: 'Europe/Berlin' }).map(iso)).toEqual([
    '2027-03-20T23:00:00.000Z',
  ]);
  expect(offeredStarts('2027-03-21', 120, { hours, zone: 'Europe/Berlin' }).map(iso)).toEqual([
    '2027-03-21T00:00:00.000Z',
  ]);
});

test('rejects overlapping starts and allows adjacent ones', () => {
  const hour = 3_600_000;
  expect(
    withoutBusy([0, hour, 2 * hour, 3 * hour], 60, [{ start: hour, end: 2.5 * hour }]),
  ).toEqual([0, 3 * hour]);
});

/** Windows of a day that adjoin often, on a grid of 15 minutes. */
const windowsOfDay = fc
  .array(
    fc.record({ gap: fc.constantFrom(0, 0, 15, 60), length: fc.integer({ min: 1, max: 16 }) }),
    {
      maxLength: 6,
    },
  )
  .map((parts) => {
    let minute = 6 * 60;
    return parts.flatMap(({ gap, length }) => {
      const start = minute + gap;
      minute = start + 15 * length;
      return minute > 24 * 60 ? [] : [{ start: clockOf(start), end: clockOf(minute) }];
    });
  });

test('offers the same starts for joined as for separate hours', () => {
  const toHours = (windows: { start: string; end: string }[]) =>
    windows.map(({ start, end }) => ({
      weekday: 1,
      startMinute: minuteOf(start),
      endMinute: minuteOf(end),
    }));
  fc.assert(
    fc.property(windowsOfDay, fc.constantFrom(60, 90, 120), (windows, minutes) => {
      const getStarts = (hours: ReturnType<typeof toHours>) =>
        offeredStarts('2026-11-23', minutes, { hours, zone: 'UTC' }).map(iso);
      expect(getStarts(toHours(joinWindows(windows)))).toEqual(getStarts(toHours(windows)));
    }),
  );
});
