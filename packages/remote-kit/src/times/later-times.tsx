import { Button } from '@carry/ui';
import { useEffect, useRef } from 'react';
import type { LoadedTimes } from './use-other-times';

export interface LaterTimesProps {
  times: Pick<LoadedTimes, 'loadMore' | 'isLoading' | 'isFailed'>;
  picker: string;
  days: number;
}

/** Button that loads the next week of times, and again after a failure. After the last week, the first new day takes the focus. */
export function LaterTimes({ times, picker, days }: LaterTimesProps) {
  const { loadMore, isLoading, isFailed } = times;
  const daysBefore = useRef<number | null>(null);
  const hasEnded = loadMore === null;
  const isEmpty = days === 0;
  useEffect(() => {
    if (isEmpty) daysBefore.current = null; // the list starts again
  }, [isEmpty]);
  useEffect(() => {
    if (!hasEnded || daysBefore.current === null) return;
    const buttons = document.querySelectorAll<HTMLElement>(`[aria-controls="${picker}"]`);
    const target = buttons[Math.min(daysBefore.current, buttons.length - 1)];
    daysBefore.current = null;
    if (document.activeElement !== document.body) return;
    (target ?? document.getElementById(picker))?.focus();
  }, [hasEnded, picker]);
  if (hasEnded) return null;
  return (
    <Button
      variant="quiet"
      busy={isLoading}
      busyLabel="Loading..."
      onClick={() => {
        daysBefore.current = days;
        loadMore();
      }}
    >
      {isFailed ? 'Retry' : 'Show later times'}
    </Button>
  );
}
