import { describe, expect, test } from 'vitest';
import { describeLimits, findGrowth, REFERENCE } from './growth-limits';

const sizes = (what: string, unit: string, values: number[]) =>
  values.map((value) => [{ what, unit, value }]);

describe('limits of growth', () => {
  test.each([
    ['nodes', [500, 600]],
    ['bytes', [9000, 10_900]],
    ['statements', [3, 3.4]],
    ['rows read', [60, 120]],
    ['ms of CPU', [2, 4]],
    ['ms', [5, 15]],
  ])('accepts the noise of %s', (unit, values) => {
    expect(findGrowth(sizes('a page', unit, values))).toEqual([]);
  });

  test.each([
    ['nodes', [500, 601]],
    ['bytes', [9000, 11_400]],
    ['statements', [3, 4]],
    ['rows read', [60, 600]],
    ['rows read', [60, 60, 600, 60]],
    ['ms of CPU', [2, 4.1]],
    ['ms', [5, 15.1]],
    ['ms of work', [400, 751]],
    ['KB of data', [20, 26]],
    ['bytes', [9000, Number.NaN]],
    ['bytes a coach', [20, 25]],
    ['rows read a coach', [3, 3.7]],
  ])('reports growing %s', (unit, values) => {
    expect(findGrowth(sizes('a page', unit, values))).toHaveLength(1);
  });

  test('reports a middle size that is larger than both', () => {
    expect(findGrowth(sizes('a page', 'bytes', [9000, 20_000, 9000]))).toHaveLength(1);
  });

  test('accepts small tables that PostgreSQL reads whole', () => {
    expect(findGrowth(sizes('an answer', 'rows read', [60, 4000, 60, 60]))).toEqual([]);
  });

  test('compares a p99 with its aim where the machine is quiet', () => {
    const measured = (late: number, reference: number) => [
      { what: 'an answer', unit: 'ms, p99', value: late },
      { what: 'page `/`', unit: 'ms, p99', value: 300 },
      { what: REFERENCE, unit: 'ms, p99', value: reference },
    ];
    const [quiet, slow, busy] = [measured(20, 5), measured(21, 5), measured(300, 6)];
    expect(findGrowth([quiet, busy])).toEqual([]);
    expect(findGrowth([quiet, slow, busy])).toEqual([
      'an answer, ms, p99: 20.0, 21.0, 300.0 (at most 20)',
    ]);
    expect(describeLimits([quiet, slow])).not.toContain('not judged');
    expect(describeLimits([quiet, busy])).toContain('The p99 of 1 of 2 sizes is not judged');
  });
});
