import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { coach, read, reviews, services } from '@carry/remote-kit/answers';
import type { Sent } from '@carry/remote-kit/api';

export const getCoach = (api: ApiClient, id: number) =>
  ifMissing(read(coach, api.get(`/api/coaches/${id}/`)), null);

export const getServices = (api: ApiClient, id: number) =>
  ifMissing(read(services, api.get(`/api/coaches/${id}/services/`)), []);

export interface Rating {
  /** 1 to 5, to one decimal. */
  average: number;
  count: number;
}

/** Returns the average rating, or null without reviews. */
export async function getRating(api: ApiClient, id: number): Promise<Rating | null> {
  const all = await ifMissing(read(reviews, api.get(`/api/reviews/by-coach/${id}/`)), []);
  if (all.length === 0) return null;
  const sum = all.reduce((total, { rating }) => total + rating, 0);
  return { average: Math.round((sum / all.length) * 10) / 10, count: all.length };
}

export const joinWaitlist = (api: ApiClient, entry: Sent<'POST /api/waitlist/', 'body'>) =>
  api.post('/api/waitlist/', entry);
