import { expect, test } from 'vitest';
import { choose } from './choose';

const decision = { who: 'shell', at: '2026-01-01T00:00:00Z', why: 'it throws' };
const pointer = { version: 'c', history: ['b', 'a'] };
const failed = (...versions: string[]) =>
  new Map(versions.map((version) => [version, `${version} is damaged`]));

test.each([
  ['the live release', pointer, null, failed(), 'c', null],
  ['the previous release of a damaged one', pointer, null, failed('c'), 'b', 'c is damaged'],
  [
    'the current release while the live one is damaged',
    pointer,
    'd',
    failed('c'),
    'd',
    'c is damaged',
  ],
  [
    'nothing older than the previous release',
    pointer,
    null,
    failed('c', 'b'),
    null,
    'c is damaged',
  ],
  [
    'the previous release of a quarantined one',
    { ...pointer, quarantine: { c: decision } },
    'c',
    failed(),
    'b',
    'it is in quarantine: it throws',
  ],
  [
    'no previous release in quarantine',
    { ...pointer, quarantine: { c: decision, b: decision } },
    'b',
    failed(),
    'a',
    'it is in quarantine: it throws',
  ],
])('serves %s', (_, pointer, serving, failures, version, why) => {
  expect(choose(pointer, serving, failures)).toEqual({ version, why });
});
