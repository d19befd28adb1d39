import { useEffect, useEffectEvent, useRef } from 'react';
import { RETRY_MS } from './api';

interface Listeners {
  /** Called after each change of the store, and after a lost connection: changes may have been missed. */
  onChange(): void;
  onNumbers(): void;
}

/**
 * Listens to the server's stream while the page is shown, because HTTP/1.1 allows six connections for all tabs. Opens it again when the page
 * comes online, as a cut connection reports no error, and some time after an error status, as browsers do not.
 */
export function useLive(isOn: boolean, listeners: Listeners): void {
  const notifyChange = useEffectEvent(() => listeners.onChange());
  const notifyNumbers = useEffectEvent(() => listeners.onNumbers());
  const mayHaveMissed = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRefused = false;
    const open = () => {
      const opened = new EventSource('/console/api/events');
      opened.addEventListener('ready', () => {
        isRefused = false;
        if (mayHaveMissed.current) notifyChange();
        mayHaveMissed.current = true;
      });
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return; // the browser connects again
        if (!isRefused) notifyChange(); // the session may have ended
        isRefused = true;
        timer = setTimeout(reopen, RETRY_MS);
      });
      opened.addEventListener('change', () => notifyChange());
      opened.addEventListener('numbers', () => notifyNumbers());
      return opened;
    };
    const reopen = () => {
      source?.close();
      clearTimeout(timer);
      if (document.hidden) mayHaveMissed.current = true;
      else source = open();
    };
    reopen();
    document.addEventListener('visibilitychange', reopen);
    window.addEventListener('online', reopen);
    return () => {
      document.removeEventListener('visibilitychange', reopen);
      window.removeEventListener('online', reopen);
      clearTimeout(timer);
      source?.close();
    };
  }, [isOn]);
}
