import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { read, reviews } from '@carry/remote-kit/answers';

/** A coach's reviews; none where the coach does not exist. */
export const getReviews = (api: ApiClient, coachId: string) =>
  ifMissing(read(reviews, api.get(`/api/reviews/by-coach/${encodeURIComponent(coachId)}/`)), []);

export const reportReview = (api: ApiClient, id: number | string) =>
  api.post(
    `/api/reviews/${encodeURIComponent(id)}/report/`,
    { reason: 'reported on the site' },
    { bearer: true },
  );
