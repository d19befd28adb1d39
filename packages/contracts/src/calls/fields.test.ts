import { expect, test } from 'vitest';
import { calendarDay, filled, filledLine, line, moment } from './fields';

test.each([
  ['  Kim  ', 'Kim'],
  ['Kim\u202eevil', 'Kimevil'],
  ['\u2066Kim\u2069', 'Kim'],
  ['Kim\r\nLee\u2028Ann', 'Kim Lee Ann'],
  ['Kim\0', 'Kim'],
  ['عمر', 'عمر'],
  ['👩\u200d🚀', '👩\u200d🚀'],
])('reads %j in one line without direction controls', (typed, name) => {
  expect(line(40).parse(typed)).toBe(name);
});

test.each(['\ud800', 'x'.repeat(41)])('rejects %j', (typed) => {
  expect(line(40).safeParse(typed).success).toBe(false);
});

test.each([' \u202e\n', '\u200b', '\u3164 \u2060', '\u034f\ufe0f', '\u2800'])(
  'reads the invisible %j as empty',
  (typed) => {
    expect(line(40).parse(typed)).toBe('');
    for (const required of [filled(40), filledLine(40)])
      expect(required.safeParse(typed).error?.issues[0]?.message).toBe(
        'Please enter at least one visible character.',
      );
  },
);

test.each(['0000-01-01', '2026-02-30', '2026-1-1', '+12026-01-01'])('rejects the day %s', (day) => {
  expect(calendarDay.safeParse(day).success).toBe(false);
  expect(moment.safeParse(`${day}T00:00:00Z`).success).toBe(false);
});
