import { expect, test } from 'vitest';
import { type Box, findFreePosition } from './find-free-position';

const area = { left: 10, top: 10, right: 350, bottom: 600 };
const toast = { width: 200, height: 50 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('prefers the bottom end', () => {
  expect(findFreePosition(toast, area, [])).toEqual({ left: 150, top: 550 });
});

test('moves to the start if a control is at the end', () => {
  expect(findFreePosition(toast, area, [box(300, 560, 44, 44)])).toEqual({ left: 10, top: 550 });
});

test('moves above a full-width bar, with a gap', { tags: ['@extra-x14'] }, () => {
  expect(findFreePosition(toast, area, [box(0, 540, 360, 80)])).toEqual({ left: 150, top: 482 });
});

test('picks the lowest gap that is tall enough', () => {
  const taken = [box(0, 560, 360, 40), box(0, 500, 360, 44), box(0, 400, 360, 30)];
  expect(findFreePosition(toast, area, taken)).toEqual({ left: 150, top: 442 });
});

test('fits between two controls of a line', () => {
  const taken = [box(0, 10, 70, 590), box(290, 10, 70, 590)];
  expect(findFreePosition(toast, area, taken)).toEqual({ left: 80, top: 550 });
});

test('returns null if controls are everywhere', () => {
  const rows = Array.from({ length: 14 }, (_, row) => box(0, row * 44, 360, 40));
  expect(findFreePosition(toast, area, rows)).toBeNull();
});
