import type { ShellApi } from '@carry/remote-kit';
import { getSlots } from './api';
import type { Slots } from './availability';
import { WINDOW_DAYS } from './days';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Dates that are among the next days of a visitor in some time zone. */
const datesAnywhere = (now: number) =>
  Array.from({ length: WINDOW_DAYS + 2 }, (_, ahead) =>
    new Date(now + ahead * DAY_MS).toISOString().slice(0, 10),
  );

/** Returns the public times of the next days for the server's HTML; null in the browser, or if a read fails. */
export async function getWeek(
  { api, now, rendering }: Pick<ShellApi, 'api' | 'now' | 'rendering'>,
  coachId: string,
): Promise<Slots | null> {
  if (rendering === 'browser') return null;
  const days = datesAnywhere(now()).map(async (date) => {
    const answer = await getSlots(api, { coachId, date, signedIn: false });
    return [date, { state: 'ready', rendered: true, ...answer }] as const;
  });
  return Promise.all(days).then(Object.fromEntries, () => null);
}
