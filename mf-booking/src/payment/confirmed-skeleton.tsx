import { Card, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './confirmed.module.css';

const facts = [3, 5, 19, 10, 8, 24];

export const ConfirmedSkeleton = () => (
  <div className={styles.confirmed}>
    <div className={styles.done}>
      <SkeletonBox className={styles.mark} />
      <div>
        <p role="status" className={styles.waiting}>
          Loading your booking...
        </p>
        <p aria-hidden="true">
          <SkeletonText letters={66} />
        </p>
      </div>
    </div>
    <div className={styles.main} aria-hidden="true">
      <Card className={styles.session}>
        <SkeletonBox className={styles.leaf} />
        <div>
          <p className={styles.when}>
            <SkeletonText letters={34} />
          </p>
          <div className={styles.keep}>
            <SkeletonBox className={styles.press} />
          </div>
        </div>
      </Card>
      <Card>
        <h2>
          <SkeletonText letters={26} />
        </h2>
        <p>
          <SkeletonText letters={66} />
        </p>
        <SkeletonBox className={styles.action} />
      </Card>
    </div>
    <Card className={styles.receipt} aria-hidden="true">
      <h2>
        <SkeletonText letters={7} />
      </h2>
      <dl>
        {facts.map((letters) => (
          <Fact key={letters} letters={letters} />
        ))}
      </dl>
    </Card>
  </div>
);

const Fact = ({ letters }: { letters: number }) => (
  <>
    <dt>
      <SkeletonText letters={7} />
    </dt>
    <dd>
      <SkeletonText letters={letters} />
    </dd>
  </>
);
