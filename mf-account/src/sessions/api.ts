import type { ApiClient } from '@carry/remote-kit';
import { mySessionPage, read } from '@carry/remote-kit/answers';
import type { Sent } from '@carry/remote-kit/api';
import { movedSession, otherTimes } from '@carry/remote-kit/own-answers/account';

/** Reads a page of the student's sessions; a server that ignores the query sends all. */
export const getSessionPage = (api: ApiClient, query: string) =>
  read(mySessionPage, api.get(`/api/my-sessions/?${query}`, { bearer: true }));

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
  session_time: string,
  time_zone: string,
) =>
  read(
    movedSession,
    api.post(
      `/api/my-sessions/${encodeURIComponent(id)}/move/`,
      { session_time, time_zone },
      { bearer: true },
    ),
  );
