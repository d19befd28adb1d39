import type { Review } from '@carry/remote-kit/api';
import { Stars } from '@carry/ui';
import { averageOf } from './average';
import styles from './reviews.module.css';

/** "★★★★★ 4.6 13 reviews", beside the coach's name; nothing where nobody has written one. */
export function RatingLine({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null;
  const average = averageOf(reviews);
  return (
    <p className={styles.rating}>
      <Stars rating={average} /> <strong>{average.toFixed(1)}</strong> {reviews.length}{' '}
      {reviews.length === 1 ? 'review' : 'reviews'}
    </p>
  );
}
