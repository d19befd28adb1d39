export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 8;

/**
 * Returns the lowest position in `area` where a box overlaps no `taken` one: at the end of the line, at its start or in the middle.
 * Returns null if there is none.
 */
export function findFreePosition(
  { width, height }: { width: number; height: number },
  area: Box,
  taken: readonly Box[],
): { left: number; top: number } | null {
  const columns = [area.right - width, area.left, (area.left + area.right - width) / 2];
  const places = columns.flatMap((left) => {
    const obstacles = taken.filter((box) => box.left < left + width && box.right > left);
    const tops = [area.bottom, ...obstacles.map(({ top }) => top - GAP)]
      .map((bottom) => bottom - height)
      .filter((top) => top >= area.top && top + height <= area.bottom)
      .filter((top) => obstacles.every((box) => box.bottom <= top || box.top >= top + height));
    return tops.length > 0 ? [{ left, top: Math.max(...tops) }] : [];
  });
  return places.sort((one, other) => other.top - one.top)[0] ?? null;
}
