import { useEffect, useEffectEvent } from 'react';

interface Listeners {
  /** Called after each change of the store, and after a lost connection: changes may have been missed. */
  onChange(): void;
  /** Called when the server may have new numbers. */
  onNumbers(): void;
}

/**
 * Listens to the stream of the server while the page is shown: with HTTP/1.1, a browser opens six connections to a server, for all its
 * tabs. Reopens it when the page comes online: a connection that a sleep has cut reports no error.
 */
export function useLive(isOn: boolean, listeners: Listeners): void {
  const notifyChange = useEffectEvent(() => listeners.onChange());
  const notifyNumbers = useEffectEvent(() => listeners.onNumbers());
  useEffect(() => {
    if (!isOn) return;
    let source: EventSource | undefined;
    let mayHaveMissed = false;
    const open = () => {
      const opened = new EventSource('/console/api/events');
      opened.addEventListener('ready', () => {
        if (mayHaveMissed) notifyChange();
        mayHaveMissed = true;
      });
      opened.addEventListener('change', () => notifyChange());
      opened.addEventListener('numbers', () => notifyNumbers());
      return opened;
    };
    const reopen = () => {
      source?.close();
      if (document.hidden) mayHaveMissed = true;
      else source = open();
    };
    reopen();
    document.addEventListener('visibilitychange', reopen);
    window.addEventListener('online', reopen);
    return () => {
      document.removeEventListener('visibilitychange', reopen);
      window.removeEventListener('online', reopen);
      source?.close();
    };
  }, [isOn]);
}
