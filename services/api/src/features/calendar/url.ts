import type { ApiConfig } from '../../core/config';
import { signatureOf } from '../../core/http/signed';

/** For whom a calendar file says what and with whom. */
export type Reader = 'student' | 'coach';

/** What the signature of a session's calendar file is of. */
export const calendarName = (bookingId: number, reader: Reader = 'student') =>
  reader === 'coach'
    ? `calendar of booking ${bookingId} for its coach`
    : `calendar of booking ${bookingId}`;

/** Where a session's calendar file is, for whoever has the link; null for one without a time. */
export const calendarUrl = (
  config: Pick<ApiConfig, 'url' | 'jwtSecret'>,
  { id, startsAt }: { id: number; startsAt: Date | null },
  reader: Reader = 'student',
): string | null =>
  startsAt &&
  `${config.url}/calendar/${id}/${signatureOf(config, calendarName(id, reader))}/session.ics`;
