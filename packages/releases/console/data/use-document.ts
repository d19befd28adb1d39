import { useEffect, useState } from 'react';
import { ApiError, fetchDocument } from './api';
import { useSession } from './session';

interface Loaded<Value> {
  path: string;
  value: Value | null;
  error: string | null;
}

/** Loads a document, and again after each change. Keeps the previous one meanwhile. */
export function useDocument<Value>(path: string): { value: Value | null; error: string | null } {
  const { generation, end } = useSession();
  const [loaded, setLoaded] = useState<Loaded<Value> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again with each generation
  useEffect(() => {
    let isCurrent = true;
    fetchDocument<Value>(path).then(
      (value) => isCurrent && setLoaded({ path, value, error: null }),
      (error: Error) => {
        if (!isCurrent) return;
        if (error instanceof ApiError && error.status === 401) end();
        else setLoaded({ path, value: null, error: error.message });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [path, generation, end]);
  return loaded?.path === path ? loaded : { value: null, error: null };
}
