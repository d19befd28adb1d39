import type { KeyboardEvent } from 'react';

const PAGE = 10;

/** Maps navigation keys to the next active index; may be out of range. */
export const moves: Record<string, (active: number, last: number) => number> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (active) => active + PAGE,
  PageUp: (active) => active - PAGE,
};
export const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
