import { mySessions, read } from 'contracts/answers';
import type { ApiClient } from 'contracts/shell';

export const getMySessions = (api: ApiClient) => read(mySessions, api.get('/api/my-sessions/', { bearer: true }));

export interface ReviewInput {
  booking: number | string;
  reviewer_name: string;
  rating: number;
  comment: string;
}

export const createReview = (api: ApiClient, review: ReviewInput) => api.post<unknown>('/api/reviews/', review, { bearer: true });

export const cancelSession = (api: ApiClient, id: number | string) =>
  api.post<unknown>(`/api/my-sessions/${encodeURIComponent(id)}/cancel/`, {}, { bearer: true });

export const requestRefund = (api: ApiClient, id: number | string, reason: string) =>
  api.post<unknown>(`/api/my-sessions/${encodeURIComponent(id)}/refund/`, { reason }, { bearer: true });
