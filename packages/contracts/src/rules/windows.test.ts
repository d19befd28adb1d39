import { expect, test } from 'vitest';
import { areAllTooShort, joinWindows, noticeProblem, parseWindow, windowsProblem } from './windows';

const parse = (text: string) =>
  text
    .split(', ')
    .map((window) => window.split('-'))
    .map(([start = '', end = '']) => ({ start, end }));
const print = (windows: { start: string; end: string }[]) =>
  windows.map(({ start, end }) => `${start}-${end}`).join(', ');

test.each([
  ['18:00-20:00, 20:00-22:00', '18:00-22:00'],
  ['20:30-22:00, 18:30-20:30', '18:30-22:00'],
  ['18:30-20:00, 20:00-22:00', '18:30-20:00, 20:00-22:00'],
  ['18:30-20:00, 20:00-21:00, 21:00-22:00', '18:30-20:00, 20:00-22:00'],
  ['08:00-09:00, 09:00-10:00, 10:00-24:00', '08:00-24:00'],
  ['18:30-20:00, 20:01-22:00', '18:30-20:00, 20:01-22:00'],
  ['14:00-15:00, 09:00-10:00, 15:00-16:00', '09:00-10:00, 14:00-16:00'],
])('joins %s to %s', (before, after) => {
  expect(print(joinWindows(parse(before)))).toBe(after);
});

test('leaves the given hours as they are', () => {
  const windows = parse('18:00-20:00, 20:00-22:00');
  joinWindows(windows);
  expect(print(windows)).toBe('18:00-20:00, 20:00-22:00');
});

test('explains hours past midnight', () => {
  expect(windowsProblem(parse('22:00-24:00'))).toBeNull();
  expect(windowsProblem(parse('22:00-02:00'))).toBe(
    'An end must be after its start. For hours past midnight, end at 00:00 and add the rest to the next day.',
  );
});

test.each([
  [0, 1, null],
  [1439, 1, null],
  [1440, 1, 'Students can book up to 1 day ahead, so please choose a shorter notice.'],
  [7 * 1440, 7, 'Students can book up to 7 days ahead, so please choose a shorter notice.'],
  [7 * 1440, 60, null],
  [8 * 1440, 60, 'Students can book up to 7 days ahead, so please choose a shorter notice.'],
])('reads %i minutes of notice with %i days ahead', (notice_minutes, days_ahead, problem) => {
  expect(noticeProblem({ notice_minutes, days_ahead })).toBe(problem);
});

test.each([
  [['09:00-09:30', '14:00-14:59'], [], true],
  [['09:00-09:30', '14:00-15:00'], [], false],
  [['09:00-09:30, 09:30-10:00'], [], false],
  [['09:00-09:30, 09:31-10:15'], [], true],
  [['23:30-24:00', '00:00-00:30'], [], false],
  [['09:00-09:30'], ['14:00-14:30'], true],
  [['09:00-09:30'], ['14:00-15:00'], false],
  [['', ''], ['14:00-14:30'], false],
  [['', ''], [], false],
])('finds weeks without room for a session: %j, special days %j', (week, dates, isTooShort) => {
  const weekly = week.map((day) => (day ? parse(day) : []));
  const special = dates.map((date) => ({ windows: parse(date) }));
  expect(areAllTooShort({ weekly, special })).toBe(isTooShort);
});

test.each([
  ['22:00-00:00', '22:00-24:00', null],
  ['00:00-24:00', '00:00-24:00', null],
  ['00:00-00:00', '00:00-00:00', 'For a whole day, end at 24:00.'],
])('reads %s as %s', (typed, meant, problem) => {
  const windows = parse(typed).map(parseWindow);
  expect(print(windows)).toBe(meant);
  expect(windowsProblem(windows)).toBe(problem);
});
