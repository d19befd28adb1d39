import { describe, expect, test } from 'vitest';
import { isKnown, offeredTimes, type Slots, type Wish } from './room';

type Listed = string | [time: string, roomMinutes: number];
const ready = (starts: Listed[], more: { maxPieceMinutes?: number; personal?: boolean } = {}) => ({
  state: 'ready' as const,
  starts: starts.map((start) =>
    typeof start === 'string'
      ? { time: start, roomMinutes: undefined }
      : { time: start[0], roomMinutes: start[1] },
  ),
  maxPieceMinutes: 120,
  personal: false,
  ...more,
});
const wish = (hours: number, more: Partial<Wish> = {}): Wish => ({
  hours,
  own: null,
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

  test('an hour has room at each; two have it where the next hour is free as well, also past midnight', {
    tags: ['@fault-11.9'],
  }, () => {
    expect(offeredTimes(MONDAY, slots, wish(1))).toEqual([
      '09:00',
      '10:00',
      '12:00',
      '22:00',
      '23:00',
    ]);
    expect(offeredTimes(MONDAY, slots, wish(2))).toEqual(['09:00', '22:00', '23:00']);
    expect(offeredTimes(TUESDAY, slots, wish(2))).toEqual(['05:30:00']);
  });

  test('more than two hours are held in one piece of two', () => {
    expect(offeredTimes(MONDAY, slots, wish(7))).toEqual(offeredTimes(MONDAY, slots, wish(2)));
  });

  test('what is not known is not offered', () => {
    const before: Slots = { ...slots, [TUESDAY]: { state: 'loading' } };
    expect(offeredTimes(MONDAY, before, wish(2))).toEqual(['09:00', '22:00']);
    expect([isKnown(MONDAY, before), isKnown(MONDAY, slots), isKnown(TUESDAY, slots)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(offeredTimes(TUESDAY, before, wish(1))).toEqual([]);
    expect(offeredTimes('2026-11-30', slots, wish(1))).toEqual([]);
  });

  test('what the student holds is free for them, beside what is listed, and an hour of it joins its neighbours', () => {
    const own = { date: MONDAY, time: '13:00', hours: 1 };
    expect(offeredTimes(MONDAY, slots, wish(1, { own }))).toEqual([
      '09:00',
      '10:00',
      '12:00',
      '13:00',
      '22:00',
      '23:00',
    ]);
    expect(offeredTimes(MONDAY, slots, wish(2, { own }))).toEqual([
      '09:00',
      '12:00',
      '22:00',
      '23:00',
    ]);
    const across = { date: MONDAY, time: '23:00', hours: 2 };
    const taken: Slots = { [MONDAY]: ready([]), [TUESDAY]: ready([]) };
    expect(offeredTimes(MONDAY, taken, wish(2, { own: across }))).toEqual(['23:00']);
    expect(offeredTimes(TUESDAY, taken, wish(1, { own: across }))).toEqual(['00:00']);
  });

  test('what was refused is not offered again for as long or longer', () => {
    const refused = [{ date: MONDAY, time: '09:00', hours: 2 }];
    expect(offeredTimes(MONDAY, slots, wish(2, { refused }))).toEqual(['22:00', '23:00']);
    expect(offeredTimes(MONDAY, slots, wish(3, { refused }))).toEqual(['22:00', '23:00']);
    expect(offeredTimes(MONDAY, slots, wish(1, { refused }))).toContain('09:00');
  });
});

describe('a server that says how much room there is', () => {
  const listed: Listed[] = [
    ['09:00', 60],
    ['10:00', 120],
    ['11:00', 60],
  ];

  test('its word counts: two windows of an hour are no window of two', {
    tags: ['@fault-11.9'],
  }, () => {
    const slots: Slots = { [MONDAY]: ready(listed) };
    expect(offeredTimes(MONDAY, slots, wish(1))).toEqual(['09:00', '10:00', '11:00']);
    expect(offeredTimes(MONDAY, slots, wish(2))).toEqual(['10:00']);
  });

  test('it may hold more in one piece', () => {
    const slots: Slots = {
      [MONDAY]: ready([['09:00', 180], ['10:00', 120], '11:00'], { maxPieceMinutes: 180 }),
    };
    expect(offeredTimes(MONDAY, slots, wish(3))).toEqual(['09:00']);
    expect(offeredTimes(MONDAY, slots, wish(9))).toEqual(['09:00']);
  });

  test('where it knows who asks, it knows what they hold; where it does not, the page does', () => {
    const own = { date: MONDAY, time: '12:00', hours: 1 };
    expect(
      offeredTimes(MONDAY, { [MONDAY]: ready(listed, { personal: true }) }, wish(1, { own })),
    ).not.toContain('12:00');
    expect(offeredTimes(MONDAY, { [MONDAY]: ready(listed) }, wish(2, { own }))).toEqual([
      '10:00',
      '11:00',
    ]);
  });
});
