import { expect, test } from 'vitest';
import { summarizeRatings } from './reviews';

const review = (rating: number) => ({ rating, comment: '' }) as never;

test('summarizes the counts of the server', () => {
  expect(summarizeRatings({ rating_counts: [1, 0, 0, 2, 9997] }, [review(1)])).toEqual({
    average: 5,
    count: 10_000,
    byStars: [1, 0, 0, 2, 9997],
  });
});

test('summarizes the reviews where the server sends no counts', () => {
  expect(summarizeRatings({ rating_counts: undefined }, [review(5), review(4)])).toEqual({
    average: 4.5,
    count: 2,
    byStars: [0, 0, 0, 1, 1],
  });
});

test('summarizes no reviews as none', () => {
  const none = { average: 0, count: 0, byStars: [0, 0, 0, 0, 0] };
  expect(summarizeRatings({ rating_counts: [0, 0, 0, 0, 0] }, [])).toEqual(none);
  expect(summarizeRatings(null, [])).toEqual(none);
});
