import { useShell } from '@carry/remote-kit';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getSlots } from './api';
import { bookableDays, type Day } from './days';
import type { Slots } from './room';

const LOOK_MS = 1000;

/** Ends the task that runs: requests of a whole week in one keep a slow phone from answering. */
const ownTask = () => new Promise<void>((resolve) => void setTimeout(resolve));

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

  const put = useCallback(
    (days: Slots) => startTransition(() => setSlots((all) => ({ ...all, ...days }))),
    [],
  );
  const ask = useCallback(
    (date: string, signal: AbortSignal) =>
      getSlots(api, { coachId, date, signedIn: status === 'signed-in' }, signal).then(
        (answer) => signal.aborted || put({ [date]: { state: 'ready', ...answer } }),
        (error: unknown) => {
          if (signal.aborted) return;
          console.warn(`The times of ${date} could not be loaded.`, error);
          put({ [date]: { state: 'failed' } });
        },
      ),
    [api, coachId, status, put],
  );
  const reload = useCallback(
    (date: string) => {
      const signal = controller.current?.signal;
      if (!signal || signal.aborted) return;
      put({ [date]: { state: 'loading' } });
      void ask(date, signal);
    },
    [ask, put],
  );

  useEffect(() => {
    if (status === 'unknown') return;
    const asking = new AbortController();
    controller.current = asking;
    put(Object.fromEntries(days.map(({ date }) => [date, { state: 'loading' }])));
    void (async () => {
      for (const { date } of days) {
        if (asking.signal.aborted) return;
        void ask(date, asking.signal);
        await ownTask();
      }
    })();
    return () => asking.abort();
  }, [days, ask, put, status]);

  return { slots, reload };
}
