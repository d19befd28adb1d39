import {
  getHeldMinutes,
  readOpenMonths,
  readTimeline,
  type ShellApi,
  type Timeline,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { PAGE_ROWS } from '@carry/remote-kit/limits';
import { getSessionPage } from './api';

const MINUTE_MS = 60_000;

export const getStart = ({ session_time }: MySession): number => {
  const start = Date.parse(session_time ?? '');
  return Number.isNaN(start) ? Number.POSITIVE_INFINITY : start;
};

export const isUpcoming = (session: MySession, now: number) =>
  session.status === 'confirmed' && getStart(session) + getHeldMinutes(session) * MINUTE_MS > now;

export function readSessions(
  { api, now: clock }: Pick<ShellApi, 'api' | 'now'>,
  search: URLSearchParams,
): Promise<Timeline<MySession>> {
  const now = clock();
  return readTimeline({
    read: (query) => getSessionPage(api, query),
    filter: { keep: () => true },
    startOf: getStart,
    isPast: (session) => !isUpcoming(session, now),
    now,
    size: PAGE_ROWS,
    pageSize: PAGE_ROWS / 2,
    order: 'desc',
    open: readOpenMonths(search),
  });
}
