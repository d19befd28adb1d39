import { expect, test } from 'vitest';
import { markDifference } from './draw-difference';

test('marks the pixels that differ and pales the others', () => {
  const before = Uint8ClampedArray.of(10, 10, 10, 255, 200, 200, 200, 255);
  const after = Uint8ClampedArray.of(14, 10, 10, 255, 90, 200, 200, 255);
  expect(markDifference(before, after)).toBe(1);
  expect([...after]).toEqual([14, 10, 10, 64, 220, 0, 120, 255]);
});

test('marks what only one picture has', () => {
  const after = Uint8ClampedArray.of(0, 0, 0, 255);
  expect(markDifference(Uint8ClampedArray.of(0, 0, 0, 0), after)).toBe(1);
});
