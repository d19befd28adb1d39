import { useIsNew } from '@carry/ui';
import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Higher than any page: what is below does not show for a moment, and Back has the height that it scrolls to. */
const ROOM = { minHeight: '1000vh' };
/** The data of parts that were due: one that throws is tried again by whoever catches that, and must not be left out once more. */
const begun = new WeakSet<object>();

/**
 * Leaves a costly part of a page until the rest of it is painted, which a page that nobody sees is when somebody does; in the HTML of
 * the server it stands from the start. `data`: what it is made of; where that came late, the rest is painted and a skeleton gives it its place.
 */
export function DeferUntilPaint({
  data,
  children,
}: {
  data: object;
  children: ReactNode;
}): ReactNode {
  const isNew = useIsNew();
  const [due, setDue] = useState(!isNew || data instanceof Promise || begun.has(data));
  useEffect(() => {
    if (due) return;
    const begin = () => {
      begun.add(data);
      setDue(true);
    };
    // a transition that begins in a frame is rendered after the paint of that frame
    requestAnimationFrame(() => startTransition(begin));
  }, [due, data]);
  return due ? children : <div style={ROOM} />;
}
