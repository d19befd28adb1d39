import { type ApiClient, ifMissing } from '@carry/remote-kit';
import { type Coach, coach, read, reviews, services } from '@carry/remote-kit/answers';
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

/** Returns the rating of a coach, or null without reviews. A server that sends no counts is asked for its reviews. */
export async function getRating(
  api: ApiClient,
  id: number,
  profile: Promise<Coach | null>,
): Promise<Rating | null> {
  const counts = (await profile)?.rating_counts;
  if (counts) return summarizeRatings(counts);
  const all = await ifMissing(read(reviews, api.get(`/api/reviews/by-coach/${id}/`)), []);
  const stars = all.map(({ rating }) => rating);
  return average(
    stars.length,
    stars.reduce((sum, rating) => sum + rating, 0),
  );
}

/** Returns the average of reviews, given how many have 1, 2, 3, … stars; null without reviews. */
const summarizeRatings = (counts: readonly number[]): Rating | null =>
  average(
    counts.reduce((sum, count) => sum + count, 0),
    counts.reduce((sum, count, index) => sum + count * (index + 1), 0),
  );

const average = (count: number, sum: number): Rating | null =>
  count === 0 ? null : { average: Math.round((sum / count) * 10) / 10, count };

export const joinWaitlist = (api: ApiClient, entry: Sent<'POST /api/waitlist/', 'body'>) =>
  api.post('/api/waitlist/', entry);
