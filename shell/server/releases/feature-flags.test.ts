import type { ReleaseRecord } from '@carry/contracts/release';
import { describe, expect, test } from 'vitest';
import type { Composition } from '../composition/composition';
import { evaluateFlags, hasShare, listExposures } from './feature-flags';

const record = {
  name: 'mf-a',
  flags: {
    fresh: { default: false, does: 'is new' },
    kept: { default: true, does: 'is old' },
  },
} as unknown as ReleaseRecord;
const composition = {
  records: new Map([['mf-a', record]]),
  refs: [{ name: 'mf-a' }, { name: 'mf-local' }],
} as unknown as Pick<Composition, 'records' | 'refs'>;

const evaluate = (
  shares: Record<string, number>,
  { visitor = 'v', overrides = {} }: { visitor?: string; overrides?: Record<string, boolean> } = {},
) =>
  evaluateFlags(composition, {
    shares: new Map([['mf-a', shares]]),
    visitor,
    overrides: new Map(Object.entries(overrides)),
  });

describe('evaluateFlags', () => {
  test('leaves out flags at their default', () => {
    expect(evaluate({})).toEqual({});
    expect(evaluate({ fresh: 0, kept: 100 })).toEqual({});
    expect(evaluate({ fresh: 100, kept: 0 })).toEqual({ 'mf-a': { fresh: true, kept: false } });
  });

  test('ignores flags that the release does not declare', () => {
    expect(evaluate({ gone: 100 }, { overrides: { 'mf-a.gone': true } })).toEqual({});
  });

  test('keeps the visitors of a growing share', () => {
    const reached = (percent: number) =>
      Array.from({ length: 300 }, (_, index) => `visitor ${index}`).filter(
        (visitor) => evaluate({ fresh: percent }, { visitor })['mf-a']?.['fresh'],
      );
    const few = reached(20);
    expect(few.length).toBeGreaterThan(30);
    expect(few.length).toBeLessThan(90);
    expect(reached(60)).toEqual(expect.arrayContaining(few));
  });

  test('prefers the value of a link', () => {
    expect(evaluate({ fresh: 100 }, { overrides: { 'mf-a.fresh': false } })).toEqual({});
    expect(evaluate({}, { overrides: { 'mf-local.any': true } })).toEqual({
      'mf-local': { any: true },
    });
  });
});

test('hasShare finds a flag for some visitors only', () => {
  const has = (percent: number) => hasShare(new Map([['mf-a', { fresh: percent }]]));
  expect([has(0), has(1), has(99), has(100)]).toEqual([false, true, true, false]);
});

test('listExposures names flags that go to a share', () => {
  const shares = new Map([['mf-a', { fresh: 30, kept: 0 }]]);
  expect(listExposures(record, shares, { 'mf-a': { fresh: true } })).toEqual([
    { flag: 'fresh', isOn: true },
  ]);
  expect(listExposures(record, shares, {})).toEqual([{ flag: 'fresh', isOn: false }]);
  expect(listExposures(null, shares, {})).toEqual([]);
});
