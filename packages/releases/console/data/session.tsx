import type { ConsoleSession } from '@carry/contracts/console';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { fetchDocument, isSignedOut, isTransient, RETRY_MS } from './api';
import { useLive } from './use-live';

interface SessionState {
  session: ConsoleSession;
  generation: number;
  numbersGeneration: number;
  refresh(): void;
  /** The server has refused a request without a session. The page stays. */
  expire(): void;
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
  ended(resume: () => void): ReactNode;
  children: ReactNode;
}

/** Loads the session, and again after each change: keys and owners decide what its user may change. A page outlives its session. */
export function SessionProvider({ signedOut, ended, children }: SessionProviderProps) {
  const [session, setSession] = useState<ConsoleSession | null>(null);
  const [isEnded, setEnded] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [generation, setGeneration] = useState(0);
  const [numbersGeneration, setNumbersGeneration] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const refresh = useCallback(() => setGeneration((number) => number + 1), []);
  const expire = useCallback(() => setEnded(true), []);
  const end = useCallback(() => {
    setSession(null);
    setEnded(true);
  }, []);
  useLive(session !== null && !isEnded, {
    onChange: refresh,
    onNumbers: () => setNumbersGeneration((number) => number + 1),
  });
  useEffect(() => {
    if (!isEnded) return;
    const resume = () => {
      if (!document.hidden) refresh(); // after a sign-in in another tab
    };
    document.addEventListener('visibilitychange', resume);
    return () => document.removeEventListener('visibilitychange', resume);
  }, [isEnded, refresh]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each generation and attempt
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    fetchDocument<ConsoleSession>('/session').then(
      (loaded) => {
        if (!isCurrent) return;
        setSession(loaded);
        setEnded(false);
      },
      (error: Error) => {
        if (!isCurrent) return;
        if (isSignedOut(error)) expire();
        else setFailure(error.message);
        if (isTransient(error))
          timer = setTimeout(() => setAttempt((number) => number + 1), RETRY_MS);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [generation, attempt, expire]);
  if (session)
    return (
      <Context value={{ session, generation, numbersGeneration, refresh, expire, end }}>
        {children}
        {isEnded && ended(refresh)}
      </Context>
    );
  if (isEnded) return signedOut;
  return failure ? <p role="alert">{failure}</p> : null;
}
