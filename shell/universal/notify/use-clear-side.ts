import { type RefObject, useLayoutEffect, useState } from 'react';

/** Space between the toasts and a control that is scrolled into view, px. */
const GAP = 24;

export type Side = 'top' | 'bottom';

function coversFocus(region: Element): boolean {
  const control = document.activeElement;
  if (!control || control === document.body || region.contains(control)) return false;
  const box = control.getBoundingClientRect();
  const over = region.getBoundingClientRect();
  return (
    box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top
  );
}

/** Keeps `scroll-padding` of the page as high as the toasts, so that focus scrolls clear of them. */
function reserve(side: Side, height: number): () => void {
  const { style } = document.documentElement;
  if (side === 'bottom')
    style.scrollPaddingBottom = `max(${height + GAP}px, var(--bottom-bar, 0px))`;
  else style.scrollPaddingTop = `calc(var(--header-height) + ${height + GAP}px)`;
  return () => {
    style.scrollPaddingBottom = '';
    style.scrollPaddingTop = '';
  };
}

/** Returns the side of the window at which the toasts do not cover the focused control: the bottom if possible. */
export function useClearSide(region: RefObject<HTMLElement | null>, count: number): Side {
  const [side, setSide] = useState<Side>('bottom');
  useLayoutEffect(() => {
    if (count === 0) return setSide('bottom');
    const flip = () => {
      if (region.current && coversFocus(region.current))
        setSide((current) => (current === 'bottom' ? 'top' : 'bottom'));
    };
    flip();
    addEventListener('focusin', flip);
    addEventListener('resize', flip);
    addEventListener('scroll', flip, { capture: true, passive: true });
    return () => {
      removeEventListener('focusin', flip);
      removeEventListener('resize', flip);
      removeEventListener('scroll', flip, { capture: true });
    };
  }, [region, count]);
  useLayoutEffect(
    () => (count > 0 ? reserve(side, region.current?.offsetHeight ?? 0) : undefined),
    [region, count, side],
  );
  return side;
}
