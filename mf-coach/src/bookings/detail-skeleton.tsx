import { Card, FieldSkeleton, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './bookings.module.css';

export const DetailSkeleton = () => (
  <div className={styles.detail}>
    <Card>
      <p role="status">Loading bookings...</p>
      <div aria-hidden="true">
        <dl className={styles.facts}>
          {[64, 10, 12, 9, 18, 58].map((letters) => (
            <Row key={letters} letters={letters} />
          ))}
        </dl>
      </div>
    </Card>
    <Card aria-hidden="true">
      <FieldSkeleton label={13} />
      <FieldSkeleton label={11} tall />
      <SkeletonBox className={styles.press} />
    </Card>
  </div>
);

const Row = ({ letters }: { letters: number }) => (
  <>
    <dt>
      <SkeletonText letters={9} />
    </dt>
    <dd>
      <SkeletonText letters={letters} />
    </dd>
  </>
);
