import { useEffect, useEffectEvent } from 'react';

interface Listeners {
  /** Called after each change of the store, and after a lost connection: changes may have been missed. */
  onChange(): void;
  /** Called when the server may have new numbers. */
  onNumbers(): void;
}

/** Listens to the stream of the server. */
export function useLive(isOn: boolean, listeners: Listeners): void {
  const notifyChange = useEffectEvent(() => listeners.onChange());
  const notifyNumbers = useEffectEvent(() => listeners.onNumbers());
  useEffect(() => {
    if (!isOn) return;
    const source = new EventSource('/console/api/events');
    let isFirst = true;
    source.addEventListener('ready', () => {
      if (!isFirst) notifyChange();
      isFirst = false;
    });
    source.addEventListener('change', () => notifyChange());
    source.addEventListener('numbers', () => notifyNumbers());
    return () => source.close();
  }, [isOn]);
}
