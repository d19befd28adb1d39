import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageRestored } from '../browser/use-page-restored';

/** Result of an action that navigates to another site; the action stays busy until then. */
export const LEAVING = 'leaving';
/** A navigation may be stopped, or open an app instead of a page. */
const LEAVE_MS = 10_000;

/** Returns `run`, which ignores calls while the action is running, and `busy`. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  const [status, showStatus] = useState<'idle' | 'running' | typeof LEAVING>('idle');
  const state = useRef(status);
  const setStatus = (next: typeof status) => {
    state.current = next;
    showStatus(next);
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
  useStay(status === LEAVING, () => setStatus('idle'));
  return { run, busy: status !== 'idle' };
}

function useStay(isLeaving: boolean, onStay: () => void): void {
  const stay = useEffectEvent(onStay);
  usePageRestored(() => isLeaving && stay());
  useEffect(() => {
    if (!isLeaving) return;
    const shown = () => document.visibilityState === 'visible' && stay();
    const timer = setTimeout(() => stay(), LEAVE_MS);
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [isLeaving]);
}
