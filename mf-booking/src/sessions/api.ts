import type { ApiClient } from '@carry/remote-kit';
import { mySessions, read } from '@carry/remote-kit/answers';

/** Resolves to true if the member's sessions have the booking, so it is paid. Resolves to false on failure. */
export const isBooked = (api: ApiClient, bookingId: number | string): Promise<boolean> =>
  read(mySessions, api.get('/api/my-sessions/', { bearer: true })).then(
    (sessions) => sessions.some(({ id }) => String(id) === String(bookingId)),
    () => false,
  );
