import { Card, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './sessions.module.css';
import timeline from './timeline.module.css';

const steps = [7, 4, 6, 9, 8];

export const SessionsSkeleton = () => (
  <>
    <p role="status" className={styles.group}>
      Loading your sessions...
    </p>
    <div className={styles.list} aria-hidden="true">
      <CardSkeleton next />
    </div>
    <p className={styles.group} aria-hidden="true">
      <SkeletonText letters={6} />
    </p>
    <div className={styles.list} aria-hidden="true">
      <CardSkeleton />
    </div>
  </>
);

const CardSkeleton = ({ next = false }: { next?: boolean }) => (
  <Card className={`${styles.card} ${next ? styles.next : ''}`}>
    {next && (
      <p className={styles.soon}>
        <SkeletonText letters={12} /> <SkeletonText letters={21} />
      </p>
    )}
    <SkeletonBox className={styles.leaf} />
    <div className={styles.body}>
      <h3>
        <SkeletonText letters={14} />
      </h3>
      <p className={styles.facts}>
        <SkeletonText letters={18} />
        <SkeletonText letters={14} />
        <SkeletonText letters={7} />
      </p>
    </div>
    {next && <SkeletonBox className={styles.face} />}
    <ol className={timeline.path}>
      {steps.map((letters) => (
        <li key={letters}>
          <SkeletonText letters={letters} />
        </li>
      ))}
    </ol>
    <div className={styles.offers}>
      {(next ? [1, 2, 3] : [1]).map((offer) => (
        <SkeletonBox key={offer} className={styles.offer} />
      ))}
    </div>
  </Card>
);
