import { describe, expect, test } from 'vitest';
import { type ListKeys, mergeChanges } from './three-way-merge';

const keys: ListKeys = { rows: ({ id }: { id: number | null }) => id };
const row = (id: number | null, text = '') => ({ id, text });
const merge = (base: unknown, edited: unknown, saved: unknown) =>
  mergeChanges({ base: { rows: base }, edited: { rows: edited }, saved: { rows: saved } }, keys);

describe('mergeChanges', () => {
  test('keeps elements that both sides added', () => {
    const added = [row(null, 'a'), row(null, 'b')];
    expect(merge([row(1)], [row(1), ...added], [row(1), row(2)])).toEqual({
      merged: { rows: [row(1), row(2), ...added] },
      conflicts: [],
    });
  });

  test('keeps an edited element that was removed', () => {
    expect(merge([row(1), row(2)], [row(1, 'a'), row(2)], [row(2)])).toEqual({
      merged: { rows: [row(2), row(1, 'a')] },
      conflicts: [['rows', '1']],
    });
  });

  test('keeps the edited order and reports another one', () => {
    const [a, b, c] = [row(1), row(2), row(3)];
    expect(merge([a, b, c], [b, a, c], [c, a, b])).toEqual({
      merged: { rows: [b, a, c] },
      conflicts: [['rows']],
    });
    expect(merge([a, b], [b, a], [a, b, c])).toEqual({
      merged: { rows: [b, a, c] },
      conflicts: [],
    });
  });

  test('merges the properties of an element', () => {
    const versions = { base: { a: 1, b: 1 }, edited: { a: 2, b: 1 }, saved: { a: 1, b: 3 } };
    expect(mergeChanges(versions, {})).toEqual({ merged: { a: 2, b: 3 }, conflicts: [] });
  });

  test('replaces a list without keys and reports it', () => {
    const versions = { base: { list: [1] }, edited: { list: [1, 2] }, saved: { list: [1, 3] } };
    expect(mergeChanges(versions, {})).toEqual({
      merged: { list: [1, 2] },
      conflicts: [['list']],
    });
  });
});
