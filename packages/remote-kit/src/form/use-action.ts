import { useEffect, useRef, useState } from 'react';

/** What an action answers when the browser is on its way to another site: it stays busy until then. */
export const LEAVING = 'leaving';

/** Work that a press starts: `run` does nothing while the last one is at it, `busy` says so. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const state = useRef<'idle' | 'running' | typeof LEAVING>('idle');
  const become = (next: typeof state.current) => {
    state.current = next;
    setBusy(next !== 'idle');
  };
  const run = async (...args: Args): Promise<void> => {
    if (state.current !== 'idle') return;
    become('running');
    let result: unknown;
    try {
      result = await action(...args);
    } finally {
      become(result === LEAVING ? LEAVING : 'idle');
    }
  };
  useShownAgain(() => state.current === LEAVING && become('idle'));
  return { run, busy };
}

/** Back from another site may show this very page again, as it was left. */
function useShownAgain(onShown: () => void): void {
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && latest.current();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);
}
