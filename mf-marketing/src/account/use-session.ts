import { useShell } from '@carry/remote-kit';
import { useSyncExternalStore } from 'react';

/** Returns the current session; `unknown` on the server and during hydration. */
export function useSession() {
  const { subscribe, getState, getInitialState } = useShell().auth.store;
  return useSyncExternalStore(subscribe, getState, getInitialState);
}
