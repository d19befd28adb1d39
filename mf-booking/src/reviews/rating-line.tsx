import { summarizeRatings } from '@carry/remote-kit/answers';
import type { Coach, Review } from '@carry/remote-kit/api';
import { AverageRating } from '@carry/ui';
import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import type { Reviews } from './api';
import styles from './reviews.module.css';
import type { LoadedReviews } from './use-reviews';

/** In place of the rating if the reviews fail: their own section shows the error. */
const Absent = () => null;

export interface RatingProps {
  coach: Coach;
  reviews: LoadedReviews | null;
}

/** "★★★★★ 4.6 13 reviews". Waits for the reviews only if the server sends no counts. */
export function Rating({ coach, reviews }: RatingProps) {
  if (coach.rating_counts) return <RatingLine coach={coach} reviews={[]} />;
  if (reviews === null) return null;
  return (
    <Suspense>
      <Await resolve={reviews} errorElement={<Absent />}>
        {({ rows }: Reviews) => <RatingLine coach={coach} reviews={rows} />}
      </Await>
    </Suspense>
  );
}

function RatingLine({ coach, reviews }: { coach: Coach; reviews: readonly Review[] }) {
  const { average, count } = summarizeRatings(coach, reviews);
  if (count === 0) return null;
  return (
    <p className={styles.rating}>
      <AverageRating average={average} count={count} />
    </p>
  );
}
