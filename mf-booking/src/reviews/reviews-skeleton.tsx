import { Card, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './reviews.module.css';

const bars = [5, 4, 3, 2, 1];

export const ReviewsSkeleton = () => (
  <div aria-hidden="true">
    <div className={styles.waitingTop}>
      <h2>
        <SkeletonText letters={7} />
      </h2>
      <SkeletonBox className={styles.arrow} />
      <SkeletonBox className={styles.arrow} />
    </div>
    <div className={styles.summary}>
      <p>
        <strong>
          <SkeletonText letters={3} />
        </strong>
        <span>
          <SkeletonText letters={10} />
          <SkeletonText letters={10} />
        </span>
      </p>
      <ul>
        {bars.map((bar) => (
          <li key={bar}>
            <SkeletonText letters={7} />
            <SkeletonBox className={styles.bar} />
          </li>
        ))}
      </ul>
    </div>
    <div className={styles.waitingRow}>
      {[66, 34, 50].map((letters) => (
        <Card key={letters} className={styles.review}>
          <div className={styles.author}>
            <SkeletonBox className={styles.face} />
            <div>
              <SkeletonText letters={5} />
              <SkeletonText letters={10} />
            </div>
          </div>
          <p className={styles.comment}>
            <SkeletonText letters={letters} />
          </p>
        </Card>
      ))}
    </div>
  </div>
);
