import type { Review } from '@carry/remote-kit/api';
import { Stars } from '@carry/ui';
import { averageOf } from './average';
import styles from './reviews.module.css';

const RATINGS = [5, 4, 3, 2, 1] as const;

export function ReviewSummary({ reviews }: { reviews: Review[] }) {
  const average = averageOf(reviews);
  return (
    <div className={styles.summary}>
      <p>
        <strong>{average.toFixed(1)}</strong>{' '}
        <span>
          <Stars rating={average} /> {reviews.length} {reviews.length === 1 ? 'review' : 'reviews'}
        </span>
      </p>
      <ul>
        {RATINGS.map((stars) => {
          const count = reviews.filter(({ rating }) => Math.round(rating) === stars).length;
          return (
            <li key={stars}>
              <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
              <meter min={0} max={reviews.length} value={count} aria-label={`${stars} stars`} />
              <span>{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
