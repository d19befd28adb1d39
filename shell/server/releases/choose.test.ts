import { expect, test } from 'vitest';
import { choose } from './choose';

const verdict = { who: 'shell', at: '2026-01-01T00:00:00Z', why: 'it throws' };
const pointer = { version: 'c', history: ['b', 'a'] };
const failed = (...versions: string[]) =>
  new Map(versions.map((version) => [version, `${version} is damaged`]));

test.each([
  ['the live release', pointer, null, failed(), 'c', null],
  ['the one before a damaged one', pointer, null, failed('c'), 'b', 'c is damaged'],
  [
    'what is served now, where the live one is damaged',
    pointer,
    'd',
    failed('c'),
    'd',
    'c is damaged',
  ],
  ['nothing further back than one step', pointer, null, failed('c', 'b'), null, 'c is damaged'],
  [
    'no release in quarantine',
    { ...pointer, quarantine: { c: verdict } },
    'c',
    failed(),
    'b',
    'it is in quarantine: it throws',
  ],
  [
    'none that came into quarantine before it',
    { ...pointer, quarantine: { c: verdict, b: verdict } },
    'b',
    failed(),
    'a',
    'it is in quarantine: it throws',
  ],
])('it serves %s', (_, pointer, serving, failures, version, why) => {
  expect(choose(pointer, serving, failures)).toEqual({ version, why });
});
