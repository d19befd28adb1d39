import type { ApiConfig } from '../config';
import { signatureOf } from '../http/signed';

/** What the signature of a session's calendar file is of. */
export const calendarName = (bookingId: number) => `calendar of booking ${bookingId}`;

/** Where a session's calendar file is, for whoever has the link; null for one without a time. */
export const calendarUrl = (
  config: Pick<ApiConfig, 'url' | 'jwtSecret'>,
  { id, startsAt }: { id: number; startsAt: Date | null },
): string | null =>
  startsAt && `${config.url}/calendar/${id}/${signatureOf(config, calendarName(id))}/session.ics`;
