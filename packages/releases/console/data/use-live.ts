import { useEffect, useEffectEvent } from 'react';

interface Listeners {
  /** Called after each change of the store, and after a lost connection: changes may have been missed. */
  onChange(): void;
  /** Called when the server may have new numbers. */
  onNumbers(): void;
}

/** Listens to the stream of the server. Reopens it when the page is shown again or comes online: a connection that a sleep has cut reports no error. */
export function useLive(isOn: boolean, listeners: Listeners): void {
  const notifyChange = useEffectEvent(() => listeners.onChange());
  const notifyNumbers = useEffectEvent(() => listeners.onNumbers());
  useEffect(() => {
    if (!isOn) return;
    let isFirst = true;
    const open = () => {
      const source = new EventSource('/console/api/events');
      source.addEventListener('ready', () => {
        if (!isFirst) notifyChange();
        isFirst = false;
      });
      source.addEventListener('change', () => notifyChange());
      source.addEventListener('numbers', () => notifyNumbers());
      return source;
    };
    let source = open();
    const reopen = () => {
      if (document.hidden) return;
      source.close();
      source = open();
    };
    document.addEventListener('visibilitychange', reopen);
    window.addEventListener('online', reopen);
    return () => {
      document.removeEventListener('visibilitychange', reopen);
      window.removeEventListener('online', reopen);
      source.close();
    };
  }, [isOn]);
}
