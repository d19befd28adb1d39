import { useIsClientRender } from '@carry/ui';
import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Taller than any page: hides the content below, and lets Back restore the scroll position. */
const PLACEHOLDER_STYLE = { minHeight: '1000vh' };
/** Data of rendered parts. A part that throws is retried by its boundary and must not be deferred again. */
const renderedData = new WeakSet<object>();

/** Defers an expensive part of a page until the rest is painted. The server renders it at once, and browsers if `data` is a promise with a skeleton. */
export function DeferUntilPaint({
  data,
  children,
}: {
  data: object;
  children: ReactNode;
}): ReactNode {
  const isNew = useIsClientRender();
  const [due, setDue] = useState(!isNew || data instanceof Promise || renderedData.has(data));
  useEffect(() => {
    if (due) return;
    const renderPart = () => {
      renderedData.add(data);
      setDue(true);
    };
    // A transition that starts in a frame renders after the paint of that frame.
    requestAnimationFrame(() => startTransition(renderPart));
  }, [due, data]);
  return due ? children : <div style={PLACEHOLDER_STYLE} />;
}
