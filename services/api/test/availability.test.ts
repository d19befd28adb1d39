import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coaches } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { offeredStarts } from '../src/features/coaches/slots';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

test("applies special days in the coach's zone, across DST", {
  tags: ['@extra-13'],
}, () => {
  const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    startMinute: 9 * 60,
    endMinute: 11 * 60,
  }));
  const special = new Map([
    ['2026-10-25', [{ startMinute: 60, endMinute: 4 * 60 }]],
    ['2026-10-26', []],
  ]);
  const of = (day: string, zone = 'Europe/Berlin') =>
    offeredStarts(day, 60, { hours, zone, special }).map(iso);
  expect(of('2026-10-24')).toEqual([
    '2026-10-24T07:00:00.000Z',
    '2026-10-24T08:00:00.000Z',
    '2026-10-24T23:00:00.000Z',
  ]);
  expect(of('2026-10-25')).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z']);
  expect(of('2026-10-26')).toEqual([]);
  expect(of('2026-10-27')).toEqual(['2026-10-27T08:00:00.000Z', '2026-10-27T09:00:00.000Z']);
});

onEveryDatabaseAtNight('the hours of a coach', (api) => {
  const always = { start: '00:00', end: '24:00' };
  const base = {
    time_zone: 'UTC',
    weekly: Array(7).fill([always]),
    special: [],
    buffer_minutes: 0,
    notice_minutes: 0,
    days_ahead: 60,
  };

  let students = 0;
  async function coach(name: string) {
    const { coachId, serviceId, userId } = await api().newCoach(name);
    const token = () => signAccess(api(), userId);
    const set = async (change: object) =>
      api().send('PATCH', '/api/coach/availability/', { ...base, ...change }, await token());
    const get = async () =>
      (await api().send('GET', '/api/coach/availability/', undefined, await token())).body;
    const day = (days: number) => iso(api().now().getTime() + days * DAY_MS).slice(0, 10);
    const starts = async (date: string): Promise<string[]> => {
      const { body } = await api().send(
        'GET',
        `/api/coach/${coachId}/available-slots/?date=${date}&duration=60`,
      );
      return body.available_slots.map(({ start }: { start: string }) => start);
    };
    const book = async (date: string, time: string, quantity = 1) => {
      const [student] = await api().newCrowd(`${name}-${++students}-`, 1);
      const order = api().order(
        { date, time },
        { coach_id: coachId, service_id: serviceId, quantity },
      );
      const made = await api().send('POST', '/api/create-booking/', order, student?.token);
      if (made.status !== 201) return made.status;
      const { sessionId } = (
        await api().send(
          'POST',
          `/api/bookings/${made.body.booking_id}/checkout/`,
          {},
          student?.token,
        )
      ).body;
      await api().pay(sessionId);
      await webhook(api(), sessionId);
      return 201;
    };
    return { coachId, set, get, day, starts, book };
  }

  test('keeps hours that another tab saved', async () => {
    const { set, get, day } = await coach('two-tabs-of-hours');
    await set({ special: [{ date: day(0), windows: [] }] });
    const seen = await get();
    const past = { date: day(-5), windows: [] }; // a tab that has been open for days
    const since = { ...seen, special: [past, ...seen.special] };
    expect((await set({ days_ahead: 14, seen: since })).status).toBe(200);
    const late = await set({ buffer_minutes: 30, seen });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/meantime/)]);
    expect(await get()).toMatchObject({ days_ahead: 14, buffer_minutes: 0 });
  });

  test('accepts a repeated save', async () => {
    const { set, get, day } = await coach('repeated-hours');
    await set({});
    const seen = await get();
    const evening = [
      { start: '20:00', end: '00:00' },
      { start: '18:00', end: '20:00' },
    ];
    const special = [day(9), day(-5), day(5)].map((date) => ({ date, windows: evening }));
    const change = { weekly: Array(7).fill(evening), special, seen };
    const first = await set(change);
    expect(first).toMatchObject({
      status: 200,
      body: { weekly: Array(7).fill([{ start: '18:00', end: '24:00' }]) },
    });
    expect(await set(change)).toEqual(first);
    expect((await set({ ...change, special: [] })).status).toBe(409);
  });

  test('replaces stored hours that students cannot book', async () => {
    const { set, get, coachId } = await coach('stored-notice');
    const rules = { noticeMinutes: 14 * 1440, daysAhead: 1 };
    await api().db.update(coaches).set(rules).where(eq(coaches.id, coachId));
    const seen = await get();
    expect(seen).toMatchObject({ notice_minutes: 14 * 1440, days_ahead: 1 });
    expect((await set({ seen })).status).toBe(200);
  });

  test('saves hours and days off and updates the slots', {
    tags: ['@extra-13'],
  }, async () => {
    const { set, get, day, starts } = await coach('hours');
    const weekday = new Date(`${day(3)}T00:00:00Z`).getUTCDay();
    const weekly = Array.from({ length: 7 }, (_, at) =>
      at === weekday
        ? [
            { start: '14:00', end: '16:00' },
            { start: '09:00', end: '10:30' },
          ]
        : [],
    );
    const special = [
      { date: day(5), windows: [{ start: '20:00', end: '24:00' }] },
      { date: day(10), windows: [] },
    ];
    const saved = await set({
      weekly,
      special,
      buffer_minutes: 15,
      notice_minutes: 60,
      days_ahead: 30,
    });
    expect(saved.status).toBe(200);
    const sorted = weekly.map((windows) =>
      [...windows].sort((a, b) => a.start.localeCompare(b.start)),
    );
    expect(saved.body).toEqual({
      time_zone: 'UTC',
      weekly: sorted,
      special,
      buffer_minutes: 15,
      notice_minutes: 60,
      days_ahead: 30,
    });
    expect(await get()).toEqual(saved.body);
    expect(await starts(day(3))).toEqual(['09:00', '14:00', '15:00']);
    expect(await starts(day(4))).toEqual([]);
    expect(await starts(day(5))).toEqual(['20:00', '21:00', '22:00', '23:00']);
    expect(await starts(day(10))).toEqual([]);
    expect(await starts(day(17))).toEqual(['09:00', '14:00', '15:00']);
    expect(await starts(day(31))).toEqual([]);
    await set({ special: [{ date: day(-5), windows: [] }] });
    expect((await get()).special).toEqual([]);
  });

  test("reads hours in the coach's zone", async () => {
    const { set, day, starts } = await coach('zone');
    const weekly = Array(7).fill([{ start: '08:00', end: '10:00' }]);
    await set({ weekly, time_zone: 'Asia/Kolkata' });
    expect(await starts(day(4))).toEqual(['02:30', '03:30']);
  });

  test('keeps the buffer around sessions free, across midnight', {
    tags: ['@extra-13'],
  }, async () => {
    const { set, day, starts, book } = await coach('buffer');
    await set({});
    expect(await book(day(4), '12:00')).toBe(201);
    expect(await book(day(5), '00:00')).toBe(201);
    const without = await starts(day(4));
    expect(without).toEqual(expect.arrayContaining(['11:00', '13:00', '23:00']));
    await set({ buffer_minutes: 30 });
    const open = await starts(day(4));
    expect(without.filter((start) => !open.includes(start))).toEqual(['11:00', '13:00', '23:00']);
    expect(await starts(day(5))).not.toContain('01:00');
    expect(await book(day(4), '13:00')).toBe(409);
    expect(await book(day(4), '14:00')).toBe(201);
  });

  test('does not offer starts within the notice period', async () => {
    const { set, starts, book } = await coach('notice');
    const hour = (hours: number) =>
      iso((Math.floor(api().now().getTime() / 3_600_000) + hours) * 3_600_000);
    const [soon, later] = [hour(5), hour(14)];
    await set({ notice_minutes: 12 * 60 });
    expect(await starts(soon.slice(0, 10))).not.toContain(soon.slice(11, 16));
    expect(await starts(later.slice(0, 10))).toContain(later.slice(11, 16));
    expect(await book(soon.slice(0, 10), soon.slice(11, 16))).toBe(409);
    await set({ notice_minutes: 60 });
    expect(await book(soon.slice(0, 10), soon.slice(11, 16))).toBe(201);
  });

  test('closes the week beside a short special day', async () => {
    const { set, day } = await coach('closed-week');
    const special = [{ date: day(5), windows: [{ start: '10:00', end: '10:30' }] }];
    expect((await set({ special })).status).toBe(200);
    expect((await set({ special, weekly: Array(7).fill([]) })).status).toBe(200);
  });

  test('keeps bookings when the hours change', async () => {
    const { set, day, starts, book } = await coach('stays');
    await set({});
    expect(await book(day(4), '12:00')).toBe(201);
    await set({ weekly: Array(7).fill([]) });
    expect(await starts(day(4))).toEqual([]);
    await set({});
    expect(await starts(day(4))).not.toContain('12:00');
  });

  test.each([
    [
      'an end before its start',
      { weekly: [[{ start: '10:00', end: '09:00' }], [], [], [], [], [], []] },
      'An end must be after its start.',
    ],
    [
      'no hours at midnight',
      { weekly: [[{ start: '00:00', end: '00:00' }], [], [], [], [], [], []] },
      'For a whole day, end at 24:00.',
    ],
    [
      'hours that overlap',
      {
        weekly: [
          [
            { start: '09:00', end: '11:00' },
            { start: '10:00', end: '12:00' },
          ],
          [],
          [],
          [],
          [],
          [],
          [],
        ],
      },
      'must not overlap',
    ],
    [
      'a time that is not one',
      { weekly: [[{ start: '09:00', end: '24:01' }], [], [], [], [], [], []] },
      'must be HH:MM',
    ],
    ['six days', { weekly: [[], [], [], [], [], []] }, 'Weekly: '],
    ['a zone that is not one', { time_zone: 'Europe/Nowhere' }, 'is not a time zone'],
    ['an offset', { time_zone: '+02:00' }, 'is not a time zone'],
    ['a date twice', { special: [1, 2].map(() => ({ date: '2030-01-01', windows: [] })) }, 'twice'],
    [
      'a date that is not one',
      { special: [{ date: '2030-02-30', windows: [] }] },
      'not a day of the calendar',
    ],
    ['a huge buffer', { buffer_minutes: 241 }, 'Buffer minutes: '],
    ['half a minute', { notice_minutes: 0.5 }, 'Notice minutes: '],
    ['61 days ahead', { days_ahead: 61 }, 'Days ahead: '],
    ['a notice of all days ahead', { notice_minutes: 1440, days_ahead: 1 }, 'Notice minutes: '],
    ['a notice beyond the page', { notice_minutes: 8 * 1440 }, 'Notice minutes: '],
    [
      'only half hours',
      { weekly: Array(7).fill([{ start: '09:00', end: '09:30' }]) },
      'Weekly: Sessions take 60 minutes',
    ],
  ])('rejects %s and changes nothing', async (name, change, detail) => {
    const { set, get } = await coach(`refused-${name.replaceAll(' ', '-')}`);
    const before = await get();
    expect(await set(change)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(detail) },
    });
    expect(await get()).toEqual(before);
  });
});
