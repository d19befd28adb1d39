import { read, reviews } from '@carry/contracts/answers';
import type { ApiClient } from '@carry/contracts/shell';
import { ifMissing } from '@carry/remote-kit';

/** A coach's reviews; none where the coach does not exist. */
export const getReviews = (api: ApiClient, coachId: string) =>
  ifMissing(read(reviews, api.get(`/api/reviews/by-coach/${encodeURIComponent(coachId)}/`)), []);

export const reportReview = (api: ApiClient, id: number | string) =>
  api.post(
    `/api/reviews/${encodeURIComponent(id)}/report/`,
    { reason: 'reported on the site' },
    { bearer: true },
  );
