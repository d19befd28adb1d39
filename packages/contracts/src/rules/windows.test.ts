import { expect, test } from 'vitest';
import { joinWindows } from './windows';

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
