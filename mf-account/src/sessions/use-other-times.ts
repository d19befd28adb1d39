import { isApiError, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { useEffect, useState } from 'react';
import { getOtherTimes } from './api';

export interface OtherTimes {
  /** ISO 8601, soonest first. */
  starts: string[];
  state: 'loading' | 'ready' | 'failed';
  problem: string | null;
  /** Loads the next week, or retries a failed one; null at the end. */
  loadMore: (() => void) | null;
}

export function useOtherTimes({ id }: MySession): OtherTimes {
  const shell = useShell();
  const { api } = shell;
  const [request, setRequest] = useState(() => ({ from: new Date(shell.now()).toISOString() }));
  const [next, setNext] = useState<string | null>(null);
  const [starts, setStarts] = useState<string[]>([]);
  const [state, setState] = useState<OtherTimes['state']>('loading');
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    setState('loading');
    getOtherTimes(api, id, request.from).then(
      (week) => {
        if (!current) return;
        setStarts((all) => [...new Set([...all, ...week.starts])]);
        setNext(week.next ?? null);
        setState('ready');
      },
      (error: unknown) => {
        if (!current) return;
        setProblem((isApiError(error) && error.status === 409 && error.detail) || null);
        setState('failed');
      },
    );
    return () => {
      current = false;
    };
  }, [api, id, request]);

  const loadMore = () => {
    if (state === 'failed') setRequest({ ...request });
    else if (next) setRequest({ from: next });
  };
  const canLoadMore = state === 'failed' ? problem === null : state === 'ready' && next !== null;
  return { starts, state, problem, loadMore: canLoadMore ? loadMore : null };
}
