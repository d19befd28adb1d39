import { useEffect, useRef } from 'react';

/** Calls `onChange` after each change of the store, and after a lost connection: changes may have been missed. */
export function useLive(isOn: boolean, onChange: () => void): void {
  const call = useRef(onChange);
  call.current = onChange;
  useEffect(() => {
    if (!isOn) return;
    const source = new EventSource('/console/api/events');
    let isFirst = true;
    source.addEventListener('ready', () => {
      if (!isFirst) call.current();
      isFirst = false;
    });
    source.addEventListener('change', () => call.current());
    return () => source.close();
  }, [isOn]);
}
