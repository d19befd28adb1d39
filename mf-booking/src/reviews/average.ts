import type { Review } from '@carry/remote-kit/api';

/** The mean of the ratings to one decimal; at least one review is needed. */
export const averageOf = (reviews: Review[]): number =>
  Math.round((reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length) * 10) / 10;
