import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { coachCalendar } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true };
/** The server reads the address before it responds. */
const READ_MS = 20_000;

export const getCalendar = (api: ApiClient) =>
  read(coachCalendar, api.get('/api/coach/calendar/', bearer));

export const setCalendar = (api: ApiClient, url: string | null) =>
  read(
    coachCalendar,
    api.patch('/api/coach/calendar/', { url }, { bearer: true, timeoutMs: READ_MS }),
  );

export const renewFeed = (api: ApiClient) =>
  read(coachCalendar, api.post('/api/coach/calendar/renew/', {}, bearer));
