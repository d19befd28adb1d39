import type { MySession } from 'contracts/api';
import type { ApiClient } from 'contracts/shell';

export const getMySessions = (api: ApiClient) => api.get<MySession[]>('/api/my-sessions/', { bearer: true });

export interface ReviewInput {
  booking: number;
  reviewer_name: string;
  rating: number;
  comment: string;
}

export const createReview = (api: ApiClient, review: ReviewInput) => api.post<unknown>('/api/reviews/', review, { bearer: true });
