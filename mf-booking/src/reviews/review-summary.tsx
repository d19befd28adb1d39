import type { RatingSummary } from '@carry/remote-kit/answers';
import { Stars } from '@carry/ui';
import styles from './reviews.module.css';

const RATINGS = [5, 4, 3, 2, 1] as const;

export function ReviewSummary({ average, count, byStars }: RatingSummary) {
  return (
    <div className={styles.summary}>
      <p>
        <strong>{average.toFixed(1)}</strong>{' '}
        <span>
          <Stars rating={average} /> {count} {count === 1 ? 'review' : 'reviews'}
        </span>
      </p>
      <ul>
        {RATINGS.map((stars) => {
          const number = byStars[stars - 1] ?? 0;
          return (
            <li key={stars}>
              <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
              <meter min={0} max={count} value={number} aria-label={`${stars} stars`} />
              <span>{number}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
