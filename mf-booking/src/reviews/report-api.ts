import type { ApiClient } from '@carry/remote-kit';

export const reportReview = (api: ApiClient, id: number | string, reason: string) =>
  api.post(`/api/reviews/${encodeURIComponent(id)}/report/`, { reason }, { bearer: true });
