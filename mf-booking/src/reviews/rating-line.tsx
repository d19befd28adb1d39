import type { Review } from '@carry/remote-kit/api';
import { Rating } from '@carry/ui';
import { averageOf } from './average';
import styles from './reviews.module.css';

/** "★★★★★ 4.6 13 reviews", beside the coach's name; nothing where nobody has written one. */
export function RatingLine({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null;
  return (
    <p className={styles.rating}>
      <Rating average={averageOf(reviews)} count={reviews.length} />
    </p>
  );
}
