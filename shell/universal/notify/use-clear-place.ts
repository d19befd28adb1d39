import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, findFreePosition } from './find-free-position';

const CONTROLS =
  'a[href], button, input, select, textarea, label, summary, audio, video, [tabindex]:not([tabindex="-1"]), [role="option"]';
const CHECK_INTERVAL_MS = 250;

const EDGE = 16;

/** A point of the window, in the page flow, or hidden until a point is free. */
export type Place = { left: number; top: number } | 'in the page' | 'away' | null;

function findControls(excluded: Element): Box[] {
  const boxes: Box[] = [];
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (
      excluded.contains(control) ||
      control.checkVisibility?.({ visibilityProperty: true }) === false
    )
      continue;
    const box = control.getBoundingClientRect();
    if (box.width > 0 && box.bottom > 0 && box.top < innerHeight) boxes.push(box);
  }
  return boxes;
}

const overlaps = ({ left, top }: { left: number; top: number }, { width, height }: DOMRect) => {
  const right = left + width;
  const bottom = top + height;
  return (box: Box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
};

const getViewport = (): Box => ({
  left: EDGE,
  top: EDGE,
  right: document.documentElement.clientWidth - EDGE,
  bottom: innerHeight - EDGE,
});

/** Keeps the current place if it covers no control; otherwise finds another one. `moved`: the visitor scrolled or resized. */
function findNextPlace(current: Place, stack: Element, moved: boolean): Place {
  if (current === 'in the page' && !moved) return current; // avoids layout shifts
  const size = stack.getBoundingClientRect();
  const taken = findControls(stack);
  const area = getViewport();
  if (typeof current === 'object' && current && !taken.some(overlaps(current, size)))
    if (current.left + size.width <= area.right && current.top + size.height <= area.bottom)
      return current;
  const mayHide = (moved || current !== null) && !stack.contains(document.activeElement);
  return findFreePosition(size, area, taken) ?? (mayHide ? 'away' : 'in the page');
}

/** Returns a place where `stack` covers no control; updates it on scroll and resize. */
export function useClearPlace(stack: RefObject<HTMLElement | null>, count: number): Place {
  const [place, setPlace] = useState<Place>(null);
  useLayoutEffect(() => {
    if (count === 0) return setPlace(null);
    const update = (moved: boolean) =>
      setPlace((current) => stack.current && findNextPlace(current, stack.current, moved));
    const handleMove = () => update(true);
    update(false);
    const timer = setInterval(() => update(false), CHECK_INTERVAL_MS);
    addEventListener('scroll', handleMove, { capture: true, passive: true });
    addEventListener('resize', handleMove);
    return () => {
      clearInterval(timer);
      removeEventListener('scroll', handleMove, { capture: true });
      removeEventListener('resize', handleMove);
    };
  }, [stack, count]);
  return place;
}
