import type { Review } from '@carry/remote-kit/api';

/** Mean rating to one decimal. Requires at least one review. */
export const averageOf = (reviews: Review[]): number =>
  Math.round((reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length) * 10) / 10;
