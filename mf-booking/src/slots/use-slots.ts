import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell } from 'remote-kit';
import { getSlots } from '../booking/api';
import type { Day } from './days';

export type DaySlots = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; starts: string[] };

/** The open slots of each day; `reload` asks for a day again. */
export function useSlots(coachId: string, days: Day[]): { slots: Record<string, DaySlots>; reload(date: string): void } {
  const { api } = useShell();
  const [slots, setSlots] = useState<Record<string, DaySlots>>({});
  const controller = useRef<AbortController | null>(null);

  const reload = useCallback(
    (date: string) => {
      const signal = controller.current?.signal;
      if (!signal) return;
      const put = (day: DaySlots) => !signal.aborted && setSlots((all) => ({ ...all, [date]: day }));
      put({ state: 'loading' });
      getSlots(api, coachId, date, signal).then(
        (starts) => put({ state: 'ready', starts }),
        (error: unknown) => {
          if (!signal.aborted) console.warn(`The times of ${date} could not be loaded.`, error);
          put({ state: 'failed' });
        },
      );
    },
    [api, coachId],
  );

  useEffect(() => {
    controller.current = new AbortController();
    for (const { date } of days) reload(date);
    return () => controller.current?.abort();
  }, [days, reload]);

  return { slots, reload };
}
