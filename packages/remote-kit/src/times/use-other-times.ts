import type { OtherTimes } from '@carry/contracts/own-answers';
import { isApiError } from '@carry/contracts/shell';
import { useEffect, useEffectEvent, useState } from 'react';
import { useShell } from '../route/remote';

export interface LoadedTimes {
  /** ISO 8601, soonest first. */
  starts: string[];
  /** State of the list in words; empty if it has times. */
  status: string;
  isFailed: boolean;
  isLoading: boolean;
  /** Loads the next week, or retries a failed one; null at the end. */
  loadMore: (() => void) | null;
  /** Loads the first week again, after a listed time was taken. */
  reload(): void;
}

type State = 'loading' | 'ready' | 'failed';

/** Loads free starts of a session week by week. `none`: sentence for an empty list. */
export function useOtherTimes(
  load: (from: string) => Promise<OtherTimes>,
  none: string,
): LoadedTimes {
  const shell = useShell();
  const loadWeek = useEffectEvent(load);
  const firstWeek = () => ({ from: new Date(shell.now()).toISOString() });
  const [request, setRequest] = useState(firstWeek);
  const [hasAsked, setHasAsked] = useState(false);
  const [next, setNext] = useState<string | null>(null);
  const [starts, setStarts] = useState<string[]>([]);
  const [state, setState] = useState<State>('loading');
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    setState('loading');
    loadWeek(request.from).then(
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
  }, [request]);

  const isFailed = state === 'failed';
  const loadMore = () => {
    setHasAsked(true);
    if (isFailed) setRequest({ ...request });
    else if (next) setRequest({ from: next });
  };
  const canLoadMore = {
    loading: hasAsked, // the pressed button stays
    failed: problem === null,
    ready: next !== null,
  }[state];
  const empty = canLoadMore ? 'No other times this week.' : none;
  const status = {
    loading: 'Loading times...',
    failed: problem ?? "We couldn't load the times.",
    ready: starts.length > 0 ? '' : empty,
  }[state];
  const reload = () => {
    setStarts([]);
    setRequest(firstWeek());
  };
  return {
    ...{ starts, status, isFailed, isLoading: state === 'loading', reload },
    loadMore: canLoadMore ? loadMore : null,
  };
}
