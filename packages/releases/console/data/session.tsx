import type { ConsoleSession } from '@carry/contracts/console';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { ApiError, fetchDocument } from './api';
import { useLive } from './use-live';

interface SessionState {
  session: ConsoleSession;
  /** Number of the last change; documents are loaded again after each. */
  generation: number;
  /** Number of the last announcement of new numbers; documents with numbers are loaded again after each. */
  numbersGeneration: number;
  refresh(): void;
  end(): void;
}

const Context = createContext<SessionState | null>(null);

export function useSession(): SessionState {
  const state = useContext(Context);
  if (!state) throw new Error('useSession needs a SessionProvider');
  return state;
}

interface SessionProviderProps {
  signedOut: ReactNode;
  children: ReactNode;
}

/** Loads the session, and again after each change: keys and owners decide what its user may change. */
export function SessionProvider({ signedOut, children }: SessionProviderProps) {
  const [session, setSession] = useState<ConsoleSession | 'none' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [generation, setGeneration] = useState(0);
  const [numbersGeneration, setNumbersGeneration] = useState(0);
  const refresh = useCallback(() => setGeneration((number) => number + 1), []);
  const end = useCallback(() => setSession('none'), []);
  useLive(session !== null && session !== 'none', {
    onChange: refresh,
    onNumbers: () => setNumbersGeneration((number) => number + 1),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each generation
  useEffect(() => {
    let isCurrent = true;
    fetchDocument<ConsoleSession>('/session').then(
      (loaded) => isCurrent && setSession(loaded),
      (error: ApiError) => {
        if (!isCurrent) return;
        if (error instanceof ApiError && error.status === 401) setSession('none');
        else setFailure(error.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [generation]);
  if (session === 'none') return signedOut;
  if (session)
    return (
      <Context value={{ session, generation, numbersGeneration, refresh, end }}>{children}</Context>
    );
  return failure ? <p role="alert">{failure}</p> : null;
}
