import { useIsNew } from '@carry/ui';
import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Taller than a window: what is below does not show for a moment, and Back has the height that it scrolls to. */
const ROOM = { minHeight: '200vh' };

/** Leaves a costly part of a page until the rest of it is painted, which a page that nobody sees is when somebody does; in the HTML of the server it stands from the start. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [due, setDue] = useState(!useIsNew());
  useEffect(() => {
    // the task after a frame is the first one after its paint
    requestAnimationFrame(() => setTimeout(startTransition, 0, () => setDue(true)));
  }, []);
  return due ? children : <div style={ROOM} />;
}
