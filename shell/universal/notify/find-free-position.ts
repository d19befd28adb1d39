export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 8;

/**
 * The lowest place in `area` where a box of this size meets nothing that is taken: at the end of the line, else at its
 * start, else in between; null where there is none.
 */
export function findFreePosition(
  { width, height }: { width: number; height: number },
  area: Box,
  taken: readonly Box[],
): { left: number; top: number } | null {
  const columns = [area.right - width, area.left, (area.left + area.right - width) / 2];
  const places = columns.flatMap((left) => {
    const inWay = taken.filter((box) => box.left < left + width && box.right > left);
    const tops = [area.bottom, ...inWay.map(({ top }) => top - GAP)]
      .map((bottom) => bottom - height)
      .filter((top) => top >= area.top && top + height <= area.bottom)
      .filter((top) => inWay.every((box) => box.bottom <= top || box.top >= top + height));
    return tops.length > 0 ? [{ left, top: Math.max(...tops) }] : [];
  });
  return places.sort((one, other) => other.top - one.top)[0] ?? null;
}
