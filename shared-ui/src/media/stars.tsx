import { useId } from 'react';
import styles from './stars.module.css';

const MAX_RATING = 5;
const PITCH = 22;
const WIDTH = PITCH * MAX_RATING;
const HEIGHT = 21;
const star = 'l2.9 6.2 6.7.9-4.9 4.7 1.2 6.7L';
const shape = Array.from({ length: MAX_RATING }, (_, index) => {
  const x = index * PITCH;
  return `M${x + 11} 1${star}${x + 11} 16.2l-5.9 3.3 1.2-6.7L${x + 1.4} 8.1l6.7-.9z`;
}).join('');

export function Stars({ rating }: { rating: number }) {
  const id = useId();
  const filledWidth = (Math.max(0, Math.min(MAX_RATING, rating)) / MAX_RATING) * WIDTH;
  return (
    <svg
      className={styles.stars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${rating} out of ${MAX_RATING} stars`}
    >
      <path className={styles.all} d={shape} />
      {filledWidth > 0 && (
        <g clipPath={`url(#${id})`}>
          <clipPath id={id}>
            <rect width={filledWidth} height={HEIGHT} />
          </clipPath>
          <path className={styles.given} d={shape} />
        </g>
      )}
    </svg>
  );
}

/** "★★★★★ 4.6 13 reviews". */
export const AverageRating = ({ average, count }: { average: number; count: number }) => (
  <>
    <Stars rating={average} /> <strong>{average.toFixed(1)}</strong> {count}{' '}
    {count === 1 ? 'review' : 'reviews'}
  </>
);
