import { expect, test } from 'vitest';
import { computeCrop, dragPicture, firstChoice } from './crop';

test.each([
  ['wide', { width: 1200, height: 600 }],
  ['tall', { width: 600, height: 1200 }],
  ['square', { width: 500, height: 500 }],
])('keeps the shape of the visible part in a %s picture', (_, size) => {
  for (const ratio of [5 / 6, 1, 16 / 9])
    for (const zoom of [1, 1.7, 3])
      for (const [across, down] of [
        [0, 0],
        [100, 100],
        [50, 30],
      ] as const) {
        const { x, y, width, height } = computeCrop(size, ratio, { zoom, across, down });
        expect((width * size.width) / (height * size.height)).toBeCloseTo(ratio);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.000001);
      }
});

test('starts with as much of the picture as fits', () => {
  expect(computeCrop({ width: 1000, height: 1200 }, 5 / 6, firstChoice)).toEqual({
    ...{ x: 0, y: 0, width: 1, height: 1 },
  });
});

test('follows a drag until the edge of the picture', () => {
  const wide = { width: 1200, height: 600 };
  const drag = (zoom: number, right: number, down: number) => {
    const choice = { ...firstChoice, zoom };
    const before = computeCrop(wide, 1, choice);
    const after = computeCrop(wide, 1, dragPicture(choice, before, { right, down }));
    return [(before.x - after.x) / before.width, (before.y - after.y) / before.height];
  };
  expect(drag(1, 0.2, 0.2)).toEqual([expect.closeTo(0.2), 0]); // no room above and below
  expect(drag(2, -0.3, 0.1)).toEqual([expect.closeTo(-0.3), expect.closeTo(0.1)]);
  expect(drag(1, 9, 0)).toEqual([expect.closeTo(0.5), 0]);
});
