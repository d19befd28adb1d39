import { expect, test } from 'vitest';
import { findZones } from './find-zones';

const names = Intl.supportedValuesOf('timeZone');

test('each zone is found by its name, first of all', { tags: ['@extra-x5'] }, () => {
  for (const name of names) expect(findZones(name, names)[0]).toBe(name);
});

test.each([
  ['tokyo', 'Asia/Tokyo'],
  ['  NEW  york ', 'America/New_York'],
  ['são paulo', 'America/Sao_Paulo'],
  ['america/los', 'America/Los_Angeles'],
  ['UTC', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'], // whichever of its two names the browser lists
  ['Asia/Calcutta', 'Asia/Calcutta'],
])('%j: %s first', (typed, zone) => {
  expect(findZones(typed, names)[0]).toBe(zone);
});

test('a beginning comes before a word that begins so, that before a part of one', () => {
  const zones = ['Africa/Barcelona', 'Europe/Celtic', 'Celona/East'];
  expect(findZones('cel', zones)).toEqual(['Celona/East', 'Europe/Celtic', 'Africa/Barcelona']);
});

test.each(['', '   ', 'tokio', '<script>'])('%j: nothing', (typed) => {
  expect(findZones(typed, names)).toEqual([]);
});
