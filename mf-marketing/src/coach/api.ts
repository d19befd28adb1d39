import type { Coach, Review, Service } from 'contracts/api';
import type { ApiClient } from 'contracts/shell';

export const getCoach = (api: ApiClient, id: number) => api.get<Coach>(`/api/coaches/${id}/`);
export const getServices = (api: ApiClient, id: number) => api.get<Service[]>(`/api/coaches/${id}/services/`);

export interface Rating {
  /** 1 to 5, to one decimal. */
  average: number;
  count: number;
}

/** What the coach's reviews come to, or null without any. */
export async function getRating(api: ApiClient, id: number): Promise<Rating | null> {
  const reviews = await api.get<Review[]>(`/api/reviews/by-coach/${id}/`);
  if (reviews.length === 0) return null;
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  return { average: Math.round((sum / reviews.length) * 10) / 10, count: reviews.length };
}
