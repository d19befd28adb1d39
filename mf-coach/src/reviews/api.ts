import { type ApiClient, ApiError, type Page, readPages, type ShellApi } from '@carry/remote-kit';
import { type Review, read, reviewPage } from '@carry/remote-kit/answers';
import { PAGE_ROWS } from '@carry/remote-kit/limits';
import { session } from '@carry/remote-kit/own-answers';

/** Reads the newest reviews. Rejects with a 404 if the user is not a coach. */
export async function getMyReviews({ api }: Pick<ShellApi, 'api'>): Promise<Page<Review>> {
  const { coach_id: id } = await read(session, api.get('/api/me/', { bearer: true }));
  if (typeof id !== 'number') throw new ApiError('http', 404);
  return readPages({
    query: `limit=${PAGE_ROWS}`,
    read: (query) => read(reviewPage, api.get(`/api/reviews/by-coach/${id}/?${query}`)),
    whole: (rows) => rows,
    size: PAGE_ROWS,
  });
}

/** An empty reply deletes the current one. */
export const replyTo = (api: ApiClient, id: number | string, reply: string) =>
  api.post(`/api/reviews/${encodeURIComponent(id)}/reply/`, { reply }, { bearer: true });
