import { expect, test } from 'vitest';
import { findZones } from './find-zones';

const names = Intl.supportedValuesOf('timeZone');

test('ranks an exact zone name first', { tags: ['@extra-x5'] }, () => {
  for (const name of names) expect(findZones(name, names)[0]).toBe(name);
});

test.each([
  ['tokyo', 'Asia/Tokyo'],
  ['  NEW  york ', 'America/New_York'],
  ['são paulo', 'America/Sao_Paulo'],
  ['america/los', 'America/Los_Angeles'],
  ['UTC', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'], // Browsers list either name.
  ['Asia/Calcutta', 'Asia/Calcutta'],
])('finds for %j first %s', (typed, zone) => {
  expect(findZones(typed, names)[0]).toBe(zone);
});

test('ranks prefixes over word prefixes over substrings', () => {
  const zones = ['Africa/Barcelona', 'Europe/Celtic', 'Celona/East'];
  expect(findZones('cel', zones)).toEqual(['Celona/East', 'Europe/Celtic', 'Africa/Barcelona']);
});

test.each(['', '   ', 'tokio', '<script>'])('finds nothing for %j', (typed) => {
  expect(findZones(typed, names)).toEqual([]);
});
