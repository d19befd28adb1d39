import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Result of an action that navigates to another site; the action stays busy until then. */
export const LEAVING = 'leaving';

/** Returns `run`, which ignores calls while the action is running, and `busy`. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const state = useRef<'idle' | 'running' | typeof LEAVING>('idle');
  const setStatus = (next: typeof state.current) => {
    state.current = next;
    setBusy(next !== 'idle');
  };
  const run = async (...args: Args): Promise<void> => {
    if (state.current !== 'idle') return;
    setStatus('running');
    let result: unknown;
    try {
      result = await action(...args);
    } finally {
      setStatus(result === LEAVING ? LEAVING : 'idle');
    }
  };
  usePageRestored(() => state.current === LEAVING && setStatus('idle'));
  return { run, busy };
}

function usePageRestored(onShown: () => void): void {
  const notifyShown = useEffectEvent(onShown);
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && notifyShown();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
}
