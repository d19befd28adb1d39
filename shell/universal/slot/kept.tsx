import { useLayoutEffect, useRef } from 'react';
import { useHost } from '../host';

/** Puts the server's HTML of a remote back in its place while its code is missing: readable, with working links. */
export function Kept() {
  const { kept } = useHost();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (kept && location.pathname === kept.pathname) box.current?.replaceChildren(...kept.nodes);
  }, [kept]);
  return <div ref={box} data-kept />;
}
