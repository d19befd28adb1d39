import { useId } from 'react';
import styles from './stars.module.css';

const MAX_RATING = 5;
const PITCH = 22;
const WIDTH = PITCH * MAX_RATING;
const HEIGHT = 21;
const star = 'l2.900 6.200 6.700.9-4.900 4.700 1.200 6.700L';
const shape = Array.from({ length: MAX_RATING }, (_, index) => {
  const x = index * PITCH;
  return `M${x + 11} 1${star}${x + 11} 16.200l-5.900 3.300 1.200-6.700L${x + 1.4} 8.100l6.700-.9z`;
}).join('');

/** Shows a rating of 0 to 5 as stars, with a text for screen readers. */
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
