import type { Coach } from './coach';
import { id, prose, words } from './fields';
import { listOrPage, type PageAnswer } from './page';
import { additive, flag, list, number, type Of, object, type Shape, text } from './shape';

const review = object({
  id: additive(id),
  reviewer_name: words,
  avatar_url: words,
  comment: prose,
  rating: number(1, 5),
  verified: additive(flag),
  reply: additive(text),
});
/** `GET /api/reviews/by-coach/{id}/`; `verified`: the review belongs to a booking. */
export const reviews = list(review);
export type Review = Of<typeof review>;
export const reviewPage: Shape<Review[] | PageAnswer<Review>> = /* @__PURE__ */ listOrPage(review);

export interface RatingSummary {
  /** 1 to 5, to one decimal; 0 without reviews. */
  average: number;
  count: number;
  /** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
  byStars: readonly number[];
}

/** Returns the summary of all reviews, from the server's counts or else from the reviews themselves. */
export function summarizeRatings(
  coach: Pick<Coach, 'rating_counts'> | null,
  reviews: readonly Pick<Review, 'rating'>[],
): RatingSummary {
  const counts = coach?.rating_counts;
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
