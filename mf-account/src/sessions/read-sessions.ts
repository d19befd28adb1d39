import { readOpenMonths, readTimeline, type ShellApi, type Timeline } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { getSessionPage } from './api';

/** A longer list is shown in parts; the latest month is open, because its sessions can be reviewed. */
const PAGE_ROWS = 20;
const MINUTE_MS = 60_000;

export const getStart = ({ session_time }: MySession): number => {
  const start = Date.parse(session_time ?? '');
  return Number.isNaN(start) ? Number.POSITIVE_INFINITY : start;
};

const isOver = (session: MySession, now: number) =>
  getStart(session) + (session.duration_minutes ?? 0) * MINUTE_MS <= now;

export const isUpcoming = (session: MySession, now: number) =>
  session.status === 'confirmed' && !isOver(session, now);

export function readSessions(
  { api, now: clock }: Pick<ShellApi, 'api' | 'now'>,
  search: URLSearchParams,
): Promise<Timeline<MySession>> {
  const now = clock();
  const open = readOpenMonths(search);
  return readTimeline({
    read: (query) => getSessionPage(api, query),
    filter: { query: '', keep: () => true },
    startOf: getStart,
    isOver: (session) => isOver(session, now),
    now,
    size: PAGE_ROWS,
    pageSize: PAGE_ROWS / 2,
    order: 'desc',
    isOpen: (key, index) => open?.includes(key) ?? index === 0,
  });
}
