import { useEffect, useEffectEvent } from 'react';

/** Calls `onRestored` when the back/forward cache (bfcache) shows the page again. Another page may have changed drafts and data since. */
export function usePageRestored(onRestored: () => void): void {
  const restore = useEffectEvent(onRestored);
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && restore();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
}
