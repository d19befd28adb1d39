import { type ApiClient, ApiError, type ShellApi } from '@carry/remote-kit';
import { read, reviews } from '@carry/remote-kit/answers';
import { session } from '@carry/remote-kit/own-answers/coach';

/** Rejects with a 404 if the user is not a coach. */
export async function getMyReviews({ api }: Pick<ShellApi, 'api'>) {
  const { coach_id: id } = await read(session, api.get('/api/me/', { bearer: true }));
  if (typeof id !== 'number') throw new ApiError('http', 404);
  return read(reviews, api.get(`/api/reviews/by-coach/${id}/`));
}

/** An empty reply deletes the current one. */
export const replyTo = (api: ApiClient, id: number | string, reply: string) =>
  api.post(`/api/reviews/${encodeURIComponent(id)}/reply/`, { reply }, { bearer: true });
