import { SkeletonText } from '@carry/ui';
import { WINDOW_DAYS } from './days';
import styles from './slots.module.css';

const days = Array.from({ length: WINDOW_DAYS }, (_, index) => index);

export const DaysSkeleton = () => (
  <div className={styles.picker}>
    <p className={styles.title}>
      <SkeletonText letters={9} />
    </p>
    {days.map((day) => (
      <div key={day} className={styles.header}>
        <span className={styles.leaf}>
          <SkeletonText letters={3} />
          <b>
            <SkeletonText letters={2} />
          </b>
        </span>
        <span className={styles.state}>
          <SkeletonText letters={6} />
        </span>
      </div>
    ))}
    <div className={styles.zone}>
      <p>
        <SkeletonText letters={74} />
      </p>
    </div>
  </div>
);
