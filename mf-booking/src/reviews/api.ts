import {
  type ApiClient,
  ifMissing,
  isApiError,
  type ListAnswer,
  readList,
  type ShellApi,
} from '@carry/remote-kit';
import { read, reviewPage } from '@carry/remote-kit/answers';
import type { Review } from '@carry/remote-kit/api';
import { PAGE_ROWS } from '@carry/remote-kit/limits';

/** The newest reviews; `next` is the cursor of the next page. */
export interface Reviews {
  rows: readonly Review[];
  next: string | null;
}

/** Reads a page of a coach's reviews; a server that ignores the query sends all. */
export const readReviewPage = (
  api: ApiClient,
  coachId: string,
  query: string,
): Promise<ListAnswer<Review>> =>
  readList(
    (query) =>
      read(reviewPage, api.get(`/api/reviews/by-coach/${encodeURIComponent(coachId)}/${query}`)),
    query,
  );

/** Returns the coach's newest reviews; an empty list if the coach does not exist. */
export async function getReviews(api: ApiClient, coachId: string): Promise<Reviews> {
  const answer = await ifMissing(readReviewPage(api, coachId, `limit=${PAGE_ROWS}`), []);
  return Array.isArray(answer)
    ? { rows: answer, next: null }
    : { rows: answer.results, next: answer.next };
}

/** Like {@link getReviews}. On the server, a failure is null: the page is sent without them, and the browser reads them. */
export const getReviewsForPage = (
  { api, rendering }: Pick<ShellApi, 'api' | 'rendering'>,
  coachId: string,
): Promise<Reviews | null> =>
  getReviews(api, coachId).catch((error: unknown) => {
    if (rendering === 'server' && isApiError(error)) return null;
    throw error;
  });

export const reportReview = (api: ApiClient, id: number | string, reason: string) =>
  api.post(`/api/reviews/${encodeURIComponent(id)}/report/`, { reason }, { bearer: true });
