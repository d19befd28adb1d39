import { describe, expect, test } from 'vitest';
import { isLoaded, offeredTimes, type SlotRequest, type Slots } from './availability';

type Listed = string | [time: string, freeMinutes: number];
const ready = (starts: Listed[], more: { maxPieceMinutes?: number; personal?: boolean } = {}) => ({
  state: 'ready' as const,
  starts: starts.map((start) =>
    typeof start === 'string'
      ? { time: start, freeMinutes: undefined }
      : { time: start[0], freeMinutes: start[1] },
  ),
  maxPieceMinutes: 120,
  personal: false,
  ...more,
});
const request = (hours: number, more: Partial<SlotRequest> = {}): SlotRequest => ({
  hours,
  hold: null,
  refused: [],
  ...more,
});
const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';

describe('a server that lists starts and nothing else', () => {
  const slots: Slots = {
    [MONDAY]: ready(['09:00', '10:00', '12:00', '22:00', '23:00']),
    [TUESDAY]: ready(['00:00', '05:30:00', '06:30:00']),
  };

  test.each([1, 2, 7])('offers every start for %i hours', (hours) => {
    const all = ['09:00', '10:00', '12:00', '22:00', '23:00'];
    expect(offeredTimes(MONDAY, slots, request(hours))).toEqual(all);
    expect(offeredTimes(TUESDAY, slots, request(hours))).toEqual(['00:00', '05:30:00', '06:30:00']);
  });

  test('offers starts that are hours apart for two hours', () => {
    const apart: Slots = { [MONDAY]: ready(['09:00', '15:30', '20:00']) };
    expect(offeredTimes(MONDAY, apart, request(2))).toEqual(['09:00', '15:30', '20:00']);
  });

  test('offers the times of the server’s HTML before they are loaded', () => {
    const rendered: Slots = {
      [MONDAY]: { ...ready(['09:00']), rendered: true },
      [TUESDAY]: ready(['10:00']),
    };
    expect(offeredTimes(MONDAY, rendered, request(1))).toEqual(['09:00']);
    expect([isLoaded(MONDAY, rendered), isLoaded(TUESDAY, rendered)]).toEqual([false, true]);
  });

  test('offers nothing on a day that is loading', () => {
    const before: Slots = { ...slots, [TUESDAY]: { state: 'loading' } };
    expect([isLoaded(MONDAY, before), isLoaded(MONDAY, slots), isLoaded(TUESDAY, slots)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(offeredTimes(TUESDAY, before, request(1))).toEqual([]);
    expect(offeredTimes('2026-11-30', slots, request(1))).toEqual([]);
  });

  test('offers the time that the student holds', () => {
    const hold = { date: MONDAY, time: '13:00', hours: 1 };
    expect(offeredTimes(MONDAY, slots, request(1, { hold }))).toEqual([
      '09:00',
      '10:00',
      '12:00',
      '13:00',
      '22:00',
      '23:00',
    ]);
    const across = { date: MONDAY, time: '23:00', hours: 2 };
    const taken: Slots = { [MONDAY]: ready([]), [TUESDAY]: ready([]) };
    expect(offeredTimes(MONDAY, taken, request(2, { hold: across }))).toEqual(['23:00']);
    expect(offeredTimes(TUESDAY, taken, request(1, { hold: across }))).toEqual(['00:00']);
  });

  test('does not offer a refused length again', () => {
    const refused = [{ date: MONDAY, time: '09:00', hours: 2 }];
    expect(offeredTimes(MONDAY, slots, request(2, { refused }))).not.toContain('09:00');
    expect(offeredTimes(MONDAY, slots, request(3, { refused }))).not.toContain('09:00');
    expect(offeredTimes(MONDAY, slots, request(1, { refused }))).toContain('09:00');
  });
});

describe('a server that sends room_minutes', () => {
  const listed: Listed[] = [
    ['09:00', 60],
    ['10:00', 120],
    ['11:00', 60],
  ];

  test('uses room_minutes instead of adjacent starts', {
    tags: ['@fault-11.9'],
  }, () => {
    const slots: Slots = { [MONDAY]: ready(listed) };
    expect(offeredTimes(MONDAY, slots, request(1))).toEqual(['09:00', '10:00', '11:00']);
    expect(offeredTimes(MONDAY, slots, request(2))).toEqual(['10:00']);
  });

  test('accepts a longer maximum piece', () => {
    const slots: Slots = {
      [MONDAY]: ready([['09:00', 180], ['10:00', 120], '11:00'], { maxPieceMinutes: 180 }),
    };
    expect(offeredTimes(MONDAY, slots, request(3))).toEqual(['09:00']);
    expect(offeredTimes(MONDAY, slots, request(9))).toEqual(['09:00']);
  });

  test('adds the student’s hold only to anonymous responses', () => {
    const hold = { date: MONDAY, time: '12:00', hours: 1 };
    expect(
      offeredTimes(MONDAY, { [MONDAY]: ready(listed, { personal: true }) }, request(1, { hold })),
    ).not.toContain('12:00');
    expect(offeredTimes(MONDAY, { [MONDAY]: ready(listed) }, request(2, { hold }))).toEqual([
      '10:00',
      '11:00',
    ]);
  });
});
