import { usePageRestored, useShell } from '@carry/remote-kit';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { getSlots } from './api';
import { isRendered, type Slots } from './availability';
import { bookableDays, type Day, zonelessDays } from './days';

const CHECK_MS = 1000;

/** Yields to input: seven requests in one task block a slow phone. */
const yieldToInput = () => new Promise<void>((resolve) => void setTimeout(resolve));

/** Returns the bookable days. Before hydration those of the server's HTML, if any; updates at local midnight. */
export function useBookableDays(week: Slots | null): Day[] {
  const { now } = useShell();
  const [days, setDays] = useState(() => zonelessDays(Object.keys(week ?? {})));
  useEffect(() => {
    const update = () => {
      const next = bookableDays(new Date(now()));
      const isSame = ([first]: Day[]) => !first?.zoneless && first?.date === next[0]?.date;
      setDays((days) => (isSame(days) ? days : next));
    };
    update();
    const timer = setInterval(update, CHECK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return days;
}

/** Loads the available starts of each day; shows those of the server's HTML until then. `reload` requests one day again. */
export function useSlots(
  coachId: string,
  days: Day[],
  week: Slots | null,
): { slots: Slots; reload(date: string): void } {
  const { api, auth } = useShell();
  const { status } = useStore(auth.store);
  const [slots, setSlots] = useState<Slots>(week ?? {});
  const controller = useRef<AbortController | null>(null);

  const put = useCallback(
    (days: Slots) => startTransition(() => setSlots((all) => ({ ...all, ...days }))),
    [],
  );
  const fetchDay = useCallback(
    (date: string, signal: AbortSignal) =>
      getSlots(api, { coachId, date, signedIn: status === 'signed-in' }, signal).then(
        (answer) => signal.aborted || put({ [date]: { state: 'ready', ...answer } }),
        (error: unknown) => {
          if (signal.aborted) return;
          console.warn(`Failed to load the available times of ${date}.`, error);
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
      void fetchDay(date, signal);
    },
    [fetchDay, put],
  );

  useEffect(() => {
    if (status === 'unknown' || days[0]?.zoneless) return;
    const abortController = new AbortController();
    controller.current = abortController;
    startTransition(() =>
      setSlots((all) => {
        const waiting = days.filter(({ date }) => !isRendered(all[date]));
        const loading = waiting.map(({ date }) => [date, { state: 'loading' }] as const);
        return { ...all, ...Object.fromEntries(loading) };
      }),
    );
    void (async () => {
      for (const { date } of days) {
        if (abortController.signal.aborted) return;
        void fetchDay(date, abortController.signal);
        await yieldToInput();
      }
    })();
    return () => abortController.abort();
  }, [days, fetchDay, put, status]);

  usePageRestored(() => {
    const signal = controller.current?.signal;
    if (signal && !signal.aborted) for (const { date } of days) void fetchDay(date, signal);
  });

  return { slots, reload };
}
