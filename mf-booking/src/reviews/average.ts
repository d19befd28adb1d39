import type { Coach, Review } from '@carry/remote-kit/api';

export interface RatingSummary {
  /** 1 to 5, to one decimal; 0 without reviews. */
  average: number;
  count: number;
  /** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
  byStars: readonly number[];
}

/** Returns the summary of all reviews, from the server's counts or, where it sends none, from the reviews themselves. */
export function summarizeRatings(
  coach: Pick<Coach, 'rating_counts'>,
  reviews: readonly Review[],
): RatingSummary {
  const counts = coach.rating_counts;
  const ratings = counts
    ? counts.flatMap((count, index) => [{ rating: index + 1, count }])
    : reviews.map(({ rating }) => ({ rating, count: 1 }));
  const count = ratings.reduce((sum, { count }) => sum + count, 0);
  const total = ratings.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return {
    average: count === 0 ? 0 : Math.round((total / count) * 10) / 10,
    count,
    byStars: [1, 2, 3, 4, 5].map((stars) =>
      ratings
        .filter(({ rating }) => Math.round(rating) === stars)
        .reduce((sum, { count }) => sum + count, 0),
    ),
  };
}
