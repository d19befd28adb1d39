import type { Review } from '@carry/remote-kit/api';
import { AverageRating } from '@carry/ui';
import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import { averageOf } from './average';
import styles from './reviews.module.css';

/** In place of the rating where the reviews fail: they say so themselves, in their own place. */
const Absent = () => null;

/** "★★★★★ 4.6 13 reviews", below the coach's name, once the reviews are there. */
export const Rating = ({ reviews }: { reviews: Review[] | Promise<Review[]> }) => (
  <Suspense>
    <Await resolve={reviews} errorElement={<Absent />}>
      {(reviews: Review[]) => <RatingLine reviews={reviews} />}
    </Await>
  </Suspense>
);

/** Nothing where nobody has written one. */
function RatingLine({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <p className={styles.rating}>
      <AverageRating average={averageOf(reviews)} count={reviews.length} />
    </p>
  );
}
