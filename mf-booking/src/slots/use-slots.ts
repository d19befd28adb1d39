import { useShell } from '@carry/remote-kit';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getSlots } from './api';
import { bookableDays, type Day } from './days';
import type { DaySlots, Slots } from './room';

const LOOK_MS = 1000;

/** The days that can be booked; empty until the visitor's calendar is known, others when midnight passes. */
export function useBookableDays(): Day[] {
  const shell = useShell();
  const [days, setDays] = useState<Day[]>([]);
  useEffect(() => {
    const look = () => {
      const next = bookableDays(new Date(shell.now()));
      setDays((days) => (days[0]?.date === next[0]?.date ? days : next));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [shell]);
  return days;
}

/** The open slots of each day; `reload` asks for a day again. */
export function useSlots(
  coachId: string,
  days: Day[],
): { slots: Slots; reload(date: string): void } {
  const { api, auth } = useShell();
  const { status } = useStore(auth.store);
  const [slots, setSlots] = useState<Slots>({});
  const controller = useRef<AbortController | null>(null);

  const reload = useCallback(
    (date: string) => {
      const signal = controller.current?.signal;
      if (!signal) return;
      const put = (day: DaySlots) =>
        !signal.aborted && startTransition(() => setSlots((all) => ({ ...all, [date]: day })));
      put({ state: 'loading' });
      getSlots(api, { coachId, date, signedIn: status === 'signed-in' }, signal).then(
        (answer) => put({ state: 'ready', ...answer }),
        (error: unknown) => {
          if (!signal.aborted) console.warn(`The times of ${date} could not be loaded.`, error);
          put({ state: 'failed' });
        },
      );
    },
    [api, coachId, status],
  );

  useEffect(() => {
    if (status === 'unknown') return;
    controller.current = new AbortController();
    for (const { date } of days) reload(date);
    return () => controller.current?.abort();
  }, [days, reload, status]);

  return { slots, reload };
}
