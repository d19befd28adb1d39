import type { ApiConfig } from '../../core/config';
import { signText } from '../../core/http/signed';

export type Reader = 'student' | 'coach';

export const calendarName = (bookingId: number, reader: Reader = 'student') =>
  reader === 'coach'
    ? `calendar of booking ${bookingId} for its coach`
    : `calendar of booking ${bookingId}`;

export const calendarUrl = (
  config: Pick<ApiConfig, 'url' | 'jwtSecret'>,
  { id, startsAt }: { id: number; startsAt: Date | null },
  reader: Reader = 'student',
): string | null =>
  startsAt &&
  `${config.url}/calendar/${id}/${signText(config, calendarName(id, reader))}/session.ics`;

interface FeedOwner {
  id: number;
  feedVersion: number;
}

/** Signed name of the calendar with all sessions of a coach. A new version ends the old address. */
export const feedName = ({ id, feedVersion }: FeedOwner) =>
  `calendar of coach ${id}, version ${feedVersion}`;

export const feedUrl = (config: Pick<ApiConfig, 'url' | 'jwtSecret'>, owner: FeedOwner): string =>
  `${config.url}/calendar/coach/${owner.id}/${signText(config, feedName(owner))}/sessions.ics`;
