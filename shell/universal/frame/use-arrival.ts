import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

const PATIENCE_MS = 10_000;

/** After a navigation: moves focus to the page's heading, also one that comes late, and returns the text to announce. Does nothing on the first page. */
export function useArrival(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const arrived = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const place = main.current;
    if (!place || state !== 'idle' || arrived.current === pathname) return;
    arrived.current = pathname;
    return arrive(place, setAnnouncement);
  }, [pathname, state, main]);
  return announcement;
}

/** Focuses the heading; until there is one, the place it will come to. Leaves a focus that the visitor has moved alone. */
function arrive(place: HTMLElement, announce: (text: string) => void): (() => void) | undefined {
  const focusHeading = () => {
    const heading = place.querySelector('h1');
    if (!heading) return false;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    announce(heading.textContent ?? document.title);
    return true;
  };
  if (focusHeading()) return undefined;
  place.focus({ preventScroll: true });
  const late = new MutationObserver(() => {
    if (document.activeElement !== place && document.activeElement !== document.body)
      late.disconnect();
    else if (focusHeading()) late.disconnect();
  });
  late.observe(place, { childList: true, subtree: true });
  const giveUp = setTimeout(() => late.disconnect(), PATIENCE_MS);
  return () => {
    clearTimeout(giveUp);
    late.disconnect();
  };
}
