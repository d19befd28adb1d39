import type { Database } from '../../core/db/open';
import { type Moving, otherStarts } from '../coaches/slots';

const WEEK_MS = 7 * 24 * 3_600_000;

export const TAKEN = 'This time is no longer available.';

interface Moment {
  now: Date;
  byCoach?: boolean;
}

/** Returns the free starts for a session within a week (ISO 8601), and where the next week begins. */
export async function timesOfWeek(
  db: Database,
  session: Moving,
  { from, ...moment }: Moment & { from: Date },
): Promise<{ starts: string[]; next: string | null }> {
  const begin = Math.max(from.getTime(), moment.now.getTime());
  const end = begin + WEEK_MS;
  const { starts, latest } = await otherStarts(db, session, {
    ...moment,
    from: begin,
    until: end,
  });
  return {
    starts: starts.map((start) => new Date(start).toISOString()),
    next: end <= latest ? new Date(end).toISOString() : null,
  };
}

export async function isFreeStart(
  db: Database,
  session: Moving,
  { start, ...moment }: Moment & { start: Date },
): Promise<boolean> {
  const from = start.getTime();
  const { starts } = await otherStarts(db, session, { ...moment, from, until: from + 1 });
  return starts.length > 0;
}
