import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

/** After a navigation: moves focus to the page's heading and returns the text to announce. Does nothing on the first page. */
export function useArrival(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const arrived = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (state !== 'idle' || arrived.current === pathname) return;
    arrived.current = pathname;
    const heading = main.current?.querySelector('h1');
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    (heading ?? main.current)?.focus({ preventScroll: true });
    setAnnouncement(heading?.textContent ?? document.title);
  }, [pathname, state, main]);
  return announcement;
}
