import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read, reviews } from '@carry/remote-kit/answers';

/** Returns the coach's reviews, or an empty list if the coach does not exist. */
export const getReviews = (api: ApiClient, coachId: string) =>
  ifMissing(read(reviews, api.get(`/api/reviews/by-coach/${encodeURIComponent(coachId)}/`)), []);

export const reportReview = (api: ApiClient, id: number | string) =>
  api.post(
    `/api/reviews/${encodeURIComponent(id)}/report/`,
    { reason: 'reported on the site' },
    { bearer: true },
  );
