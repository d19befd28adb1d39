import { type ApiClient, isApiError, readList } from '@carry/remote-kit';
import { discordStart, mySessionPage, mySessions, read } from '@carry/remote-kit/answers';
import type { MySession, Sent } from '@carry/remote-kit/api';
import {
  type BookingPage,
  bookingPage,
  movedSession,
  otherTimes,
} from '@carry/remote-kit/own-answers';

/** Reads a page of the student's sessions; a server that ignores the query sends all. */
export const getSessionPage = (api: ApiClient, query: string) =>
  readList(
    (query) => read(mySessionPage, api.get(`/api/my-sessions/${query}`, { bearer: true })),
    query,
  );

export type ReviewInput = Sent<'POST /api/reviews/', 'body'>;

export const createReview = (api: ApiClient, review: ReviewInput) =>
  api.post('/api/reviews/', review, { bearer: true });

export const cancelSession = (api: ApiClient, id: number | string) =>
  api.post(`/api/my-sessions/${encodeURIComponent(id)}/cancel/`, {}, { bearer: true });

export const requestRefund = (api: ApiClient, id: number | string, reason: string) =>
  api.post(`/api/my-sessions/${encodeURIComponent(id)}/refund/`, { reason }, { bearer: true });

/** Resolves to a week of possible start times, from an ISO 8601 time on. */
export const getOtherTimes = (api: ApiClient, id: number | string, from: string) =>
  read(
    otherTimes,
    api.get(`/api/my-sessions/${encodeURIComponent(id)}/times/?from=${encodeURIComponent(from)}`, {
      bearer: true,
    }),
  );

export const moveSession = (
  api: ApiClient,
  id: number | string,
  move: Sent<'POST /api/my-sessions/{id}/move/', 'body'>,
) =>
  read(
    movedSession,
    api.post(`/api/my-sessions/${encodeURIComponent(id)}/move/`, move, { bearer: true }),
  );

export const declineSuggestion = (api: ApiClient, id: number | string, session_time: string) =>
  api.post(
    `/api/my-sessions/${encodeURIComponent(id)}/decline/`,
    { session_time },
    { bearer: true },
  );

/** One booking: an entry of the list and the rest of its page. Null if the server does not have it. */
export async function getSession(api: ApiClient, id: string): Promise<SessionPage | null> {
  try {
    const answer = api.get(`/api/bookings/${encodeURIComponent(id)}/`, { bearer: true });
    const page = await read(bookingPage, answer);
    const [session] = await read(
      mySessions,
      answer.then((body) => [body] as never),
    );
    return session && page.reader === 'student' ? { session, page } : null;
  } catch (error) {
    if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
      return null;
    throw error;
  }
}

export interface SessionPage {
  session: MySession;
  page: BookingPage;
}

export const startDiscord = (api: ApiClient, id: number | string) =>
  read(
    discordStart,
    api.get(`/api/oauth/discord/start/?booking=${encodeURIComponent(id)}`, {
      bearer: true,
      credentials: true,
    }),
  );
