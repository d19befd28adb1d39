import { Card, FieldSkeleton, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './bookings.module.css';

const facts = [19, 12, 9, 6, 10];

export const BookingsSkeleton = () => (
  <>
    <Card className={styles.next} aria-hidden="true">
      <SkeletonBox className={styles.leaf} />
      <div className={styles.what}>
        <small>
          <SkeletonText letters={12} />
        </small>
        <h2>
          <SkeletonText letters={20} />
        </h2>
        <p>
          <SkeletonText letters={18} />
        </p>
      </div>
      <p className={styles.soon}>
        <b className={styles.figure}>
          <SkeletonText letters={10} />
        </b>
      </p>
      <SkeletonBox className={styles.press} />
    </Card>
    <div className={styles.top}>
      <div className={styles.filters} aria-hidden="true">
        <FieldSkeleton label={6} />
        <FieldSkeleton label={4} />
      </div>
      <p role="status">Loading bookings...</p>
    </div>
    <div className={styles.list} aria-hidden="true">
      {[1, 2].map((card) => (
        <Card key={card} className={styles.card}>
          <SkeletonBox className={styles.leaf} />
          <dl className={styles.columns}>
            {facts.map((letters) => (
              <Fact key={letters} letters={letters} />
            ))}
            <Fact letters={16} />
          </dl>
          <SkeletonBox className={styles.view} />
        </Card>
      ))}
    </div>
  </>
);

const Fact = ({ letters }: { letters: number }) => (
  <div>
    <dt>
      <SkeletonText letters={8} />
    </dt>
    <dd>
      <SkeletonText letters={letters} />
    </dd>
  </div>
);
