import type { ApiConfig } from '../../core/config';
import { signatureOf } from '../../core/http/signed';

/** Audience of a calendar file. */
export type Reader = 'student' | 'coach';

/** Signed name of a calendar file. */
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
  `${config.url}/calendar/${id}/${signatureOf(config, calendarName(id, reader))}/session.ics`;
