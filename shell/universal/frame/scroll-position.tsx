import { useContext, useEffect, useState } from 'react';
import {
  createPath,
  UNSAFE_DataRouterStateContext as RouterState,
  ScrollRestoration,
} from 'react-router';
import { useHost } from '../host/host';

const STORAGE = 'scroll-positions';
const MAX_WAIT_MS = 10_000;
const INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Restores scroll positions, also while a page is still short. After a document load, it decides until the first navigation: the router
 * would scroll when the first data arrives, even if the visitor has scrolled by then.
 */
export function ScrollPosition() {
  const router = useContext(RouterState);
  if (!router) throw new Error('ScrollPosition needs a data router');
  const { serverHtml } = useHost();
  const { location, preventScrollReset } = router;
  const { key, hash } = location;
  const path = createPath(location);
  const [first] = useState(() => serverHtml?.scrollY || savedPosition());
  const [loaded, setLoaded] = useState<Loaded | null>({ key, path, replaces: Boolean(serverHtml) });
  if (loaded && loaded.key !== key) {
    const isReplaced = loaded.replaces && preventScrollReset && loaded.path === path;
    setLoaded(isReplaced ? { key, path, replaces: false } : null);
  }
  const isOurs = loaded?.key === key && (first !== false || !hash); // the router scrolls to the target of a hash
  const position = isOurs ? first : router.restoreScrollPosition;
  useEffect(
    () => (typeof position === 'number' ? keepPosition(position) : undefined),
    [position, key],
  );
  return (
    <RouterState.Provider value={{ ...router, restoreScrollPosition: position }}>
      <ScrollRestoration storageKey={STORAGE} />
    </RouterState.Provider>
  );
}

interface Loaded {
  key: string;
  path: string;
  /** A navigation that replaces the entry will render the page, because the server's HTML was not hydrated. */
  replaces: boolean;
}

/** Returns the saved position of this history entry, px; false at the top, without one, or if the visitor has scrolled elsewhere. */
function savedPosition(): number | false {
  const { scrollHeight } = document.documentElement;
  try {
    const positions = JSON.parse(sessionStorage.getItem(STORAGE) ?? '{}');
    const position: number = positions[history.state.key];
    const isTooShort = position > scrollHeight - innerHeight;
    const isNear = Math.abs(position - scrollY) < innerHeight / 2;
    return position > 0 && (isTooShort || isNear) && position;
  } catch {
    return false; // no storage, or a new entry
  }
}

/** Scrolls again whenever the page's height changes, until the visitor acts. A scroll without a change of the height is the visitor's. */
function keepPosition(position: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const page = document.documentElement;
  let height = page.scrollHeight;
  let kept = scrollY;
  const observer = new ResizeObserver(() => {
    scrollTo(0, position);
    height = page.scrollHeight;
    kept = scrollY;
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  const options = { capture: true, passive: true, signal };
  for (const type of INPUT) addEventListener(type, () => stop.abort(), options);
  const follow = () => {
    if (page.scrollHeight === height && Math.abs(scrollY - kept) > 1) stop.abort();
  };
  addEventListener('scroll', follow, options);
  const timeout = setTimeout(() => stop.abort(), MAX_WAIT_MS);
  return () => {
    clearTimeout(timeout);
    stop.abort();
  };
}
