import { useEffect, useRef } from 'react';

interface Listeners {
  /** Called after each change of the store, and after a lost connection: changes may have been missed. */
  onChange(): void;
  /** Called when the server may have new numbers. */
  onNumbers(): void;
}

/** Listens to the stream of the server. */
export function useLive(isOn: boolean, listeners: Listeners): void {
  const call = useRef(listeners);
  call.current = listeners;
  useEffect(() => {
    if (!isOn) return;
    const source = new EventSource('/console/api/events');
    let isFirst = true;
    source.addEventListener('ready', () => {
      if (!isFirst) call.current.onChange();
      isFirst = false;
    });
    source.addEventListener('change', () => call.current.onChange());
    source.addEventListener('numbers', () => call.current.onNumbers());
    return () => source.close();
  }, [isOn]);
}
