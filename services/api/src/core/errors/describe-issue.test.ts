import { expect, test } from 'vitest';
import { describeIssue } from './describe-issue';

test.each<[PropertyKey[], string]>([
  [['services', 0, 'label'], 'Service 1, label: is missing'],
  [['time_zone'], 'Time zone: is missing'],
  [['contactInfo'], 'Contact info: is missing'],
  [['weekly', 1, 0, 'start'], 'Weekly 2, entry 1, start: is missing'],
  [[0], 'Entry 1: is missing'],
  [[], 'is missing'],
])('names the field %j', (path, text) => {
  expect(describeIssue({ path, message: 'is missing' })).toBe(text);
});
