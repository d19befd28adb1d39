import { useEffect, useState } from 'react';
import { fetchDocument, isSignedOut, isTransient, RETRY_MS } from './api';
import { useSession } from './session';

interface Loaded<Value> {
  path: string;
  value: Value | null;
  error: string | null;
}

interface DocumentOptions {
  hasNumbers?: boolean;
}

function fail<Value>(path: string, error: Error, previous: Loaded<Value> | null): Loaded<Value> {
  const isKept = isTransient(error) && previous?.path === path;
  return { path, value: isKept ? previous.value : null, error: error.message };
}

/** Loads a document, and again after each change or a failure of the server. Keeps the previous one meanwhile, but not after a refusal. */
export function useDocument<Value>(
  path: string,
  { hasNumbers = false }: DocumentOptions = {},
): { value: Value | null; error: string | null } {
  const { generation, numbersGeneration, expire } = useSession();
  const numbers = hasNumbers ? numbersGeneration : 0;
  const [loaded, setLoaded] = useState<Loaded<Value> | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each generation, new numbers and attempt
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    fetchDocument<Value>(path).then(
      (value) => isCurrent && setLoaded({ path, value, error: null }),
      (error: Error) => {
        if (!isCurrent) return;
        if (isSignedOut(error)) expire();
        else setLoaded((previous) => fail(path, error, previous));
        if (isTransient(error))
          timer = setTimeout(() => setAttempt((number) => number + 1), RETRY_MS);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, generation, numbers, attempt, expire]);
  return loaded?.path === path ? loaded : { value: null, error: null };
}
