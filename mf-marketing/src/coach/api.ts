import { type ApiClient, ifMissing } from '@carry/remote-kit';
import {
  type Coach,
  coach,
  read,
  reviews,
  services,
  summarizeRatings,
} from '@carry/remote-kit/answers';
import type { Sent } from '@carry/remote-kit/api';

export const getCoach = (api: ApiClient, id: string) =>
  ifMissing(read(coach, api.get(`/api/coaches/${id}/`)), null);

export const getServices = (api: ApiClient, id: string) =>
  ifMissing(read(services, api.get(`/api/coaches/${id}/services/`)), []);

export interface Rating {
  /** 1 to 5, to one decimal. */
  average: number;
  count: number;
}

/** Returns the rating of a coach, or null without reviews. A server that sends no counts is asked for its reviews. */
export async function getRating(
  api: ApiClient,
  id: string,
  profile: Promise<Coach | null>,
): Promise<Rating | null> {
  const coach = await profile;
  const all = coach?.rating_counts
    ? []
    : await ifMissing(read(reviews, api.get(`/api/reviews/by-coach/${id}/`)), []);
  const { average, count } = summarizeRatings(coach, all);
  return count === 0 ? null : { average, count };
}

export const joinWaitlist = (api: ApiClient, entry: Sent<'POST /api/waitlist/', 'body'>) =>
  api.post('/api/waitlist/', entry);
