import { mySessions, read } from '@carry/contracts/answers';
import type { Sent } from '@carry/contracts/api';
import type { ApiClient } from '@carry/contracts/shell';

export const getMySessions = (api: ApiClient) =>
  read(mySessions, api.get('/api/my-sessions/', { bearer: true }));

export type ReviewInput = Sent<'POST /api/reviews/', 'body'>;

export const createReview = (api: ApiClient, review: ReviewInput) =>
  api.post('/api/reviews/', review, { bearer: true });

export const cancelSession = (api: ApiClient, id: number | string) =>
  api.post(`/api/my-sessions/${encodeURIComponent(id)}/cancel/`, {}, { bearer: true });

export const requestRefund = (api: ApiClient, id: number | string, reason: string) =>
  api.post(`/api/my-sessions/${encodeURIComponent(id)}/refund/`, { reason }, { bearer: true });
