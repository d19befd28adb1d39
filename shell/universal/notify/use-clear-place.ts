import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, findFreePosition } from './find-free-position';

const CONTROLS =
  'a[href], button, input, select, textarea, label, summary, audio, video, [tabindex]:not([tabindex="-1"]), [role="option"]';
const LOOK_AGAIN_MS = 250;

const EDGE = 16;

/** Where toasts stand: at a point of the window; in the page, which makes room for them; or nowhere, until a point is free again. */
export type Place = { left: number; top: number } | 'in the page' | 'away' | null;

/** The controls in the window, without those of `own`. */
function controlsBeside(own: Element): Box[] {
  const boxes: Box[] = [];
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (own.contains(control) || control.checkVisibility?.({ visibilityProperty: true }) === false)
      continue;
    const box = control.getBoundingClientRect();
    if (box.width > 0 && box.bottom > 0 && box.top < innerHeight) boxes.push(box);
  }
  return boxes;
}

const meets = ({ left, top }: { left: number; top: number }, { width, height }: DOMRect) => {
  const right = left + width;
  const bottom = top + height;
  return (box: Box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
};

const inWindow = (): Box => ({
  left: EDGE,
  top: EDGE,
  right: document.documentElement.clientWidth - EDGE,
  bottom: innerHeight - EDGE,
});

/** Where `stack` may stand next: where it is, if it covers no control there, else at another point; without one, in the page, or away from who has `moved` on. */
function nextPlace(current: Place, stack: Element, moved: boolean): Place {
  if (current === 'in the page' && !moved) return current; // it does not jump about
  const size = stack.getBoundingClientRect();
  const taken = controlsBeside(stack);
  const area = inWindow();
  if (typeof current === 'object' && current && !taken.some(meets(current, size)))
    if (current.left + size.width <= area.right && current.top + size.height <= area.bottom)
      return current;
  const leaves = (moved || current !== null) && !stack.contains(document.activeElement);
  return findFreePosition(size, area, taken) ?? (leaves ? 'away' : 'in the page');
}

/** A place where `stack` covers no control, sought anew while the page moves below it. */
export function useClearPlace(stack: RefObject<HTMLElement | null>, count: number): Place {
  const [place, setPlace] = useState<Place>(null);
  useLayoutEffect(() => {
    if (count === 0) return setPlace(null);
    const look = (moved: boolean) =>
      setPlace((current) => stack.current && nextPlace(current, stack.current, moved));
    const moved = () => look(true);
    look(false);
    const timer = setInterval(() => look(false), LOOK_AGAIN_MS);
    addEventListener('scroll', moved, { capture: true, passive: true });
    addEventListener('resize', moved);
    return () => {
      clearInterval(timer);
      removeEventListener('scroll', moved, { capture: true });
      removeEventListener('resize', moved);
    };
  }, [stack, count]);
  return place;
}
