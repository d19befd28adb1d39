import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

const MAX_WAIT_MS = 10_000;

/** After a client-side navigation, focuses the page's heading, even a late one, and returns the text to announce. */
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

/** Focuses the heading or, until it renders, its container. Stops if the visitor moves the focus. */
function arrive(place: HTMLElement, announce: (text: string) => void): () => void {
  let focused: HTMLElement | null = null;
  const focusHeading = () => {
    focused = place.querySelector('h1');
    if (!focused) return;
    if (!focused.hasAttribute('tabindex')) focused.tabIndex = -1;
    focused.focus({ preventScroll: true });
    announce(focused.textContent ?? document.title);
  };
  focusHeading();
  if (!focused) place.focus({ preventScroll: true });
  const late = new MutationObserver(() => {
    if (focused?.isConnected) return;
    const { activeElement } = document;
    if (activeElement === place || activeElement === document.body) focusHeading();
    else late.disconnect();
  });
  late.observe(place, { childList: true, subtree: true });
  const giveUp = setTimeout(() => late.disconnect(), MAX_WAIT_MS);
  return () => {
    clearTimeout(giveUp);
    late.disconnect();
  };
}
