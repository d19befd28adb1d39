import type { Review } from '@carry/remote-kit/api';
import { AverageRating } from '@carry/ui';
import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import { averageOf } from './average';
import styles from './reviews.module.css';

/** The review section shows the error itself. */
const Absent = () => null;

export const Rating = ({ reviews }: { reviews: Review[] | Promise<Review[]> }) => (
  <Suspense>
    <Await resolve={reviews} errorElement={<Absent />}>
      {(reviews: Review[]) => <RatingLine reviews={reviews} />}
    </Await>
  </Suspense>
);

function RatingLine({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <p className={styles.rating}>
      <AverageRating average={averageOf(reviews)} count={reviews.length} />
    </p>
  );
}
