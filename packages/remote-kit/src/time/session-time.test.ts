import { afterEach, expect, test } from 'vitest';
import { nameOtherZone } from './session-time';

const home = process.env['TZ'];
afterEach(() => {
  if (home === undefined) delete process.env['TZ'];
  else process.env['TZ'] = home;
});

test.each([
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
  ['Asia/Kathmandu', 'Asia/Katmandu'],
  ['America/New_York', 'America/New_York'],
])('does not name %s in a browser in %s', (zone, own) => {
  process.env['TZ'] = own;
  expect(nameOtherZone(zone)).toBeNull();
});

test.each([
  ['Africa/Cairo', 'Europe/Athens'], // changes its clocks a month later
  ['America/New_York', 'Europe/Berlin'],
])('names %s in a browser in %s', (zone, own) => {
  process.env['TZ'] = own;
  expect(nameOtherZone(zone)).toBe(zone.replaceAll('_', ' '));
});
