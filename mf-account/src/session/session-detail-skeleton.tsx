import { Card, FieldSkeleton, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './session.module.css';

const facts = [10, 22, 12, 30];

export const SessionDetailSkeleton = () => (
  <>
    <div className={styles.title}>
      <h1 tabIndex={-1}>Session</h1>
      <p role="status">Loading your session...</p>
    </div>
    <div className={styles.columns} aria-hidden="true">
      <div className={styles.main}>
        <Card>
          <div className={styles.when}>
            <SkeletonBox className={styles.leaf} />
            <div>
              <h2>
                <SkeletonText letters={34} />
              </h2>
              <p className={styles.quiet}>
                <SkeletonText letters={26} />
              </p>
            </div>
          </div>
        </Card>
        <Card>
          <h2>
            <SkeletonText letters={9} />
          </h2>
          <FieldSkeleton label={15} tall />
        </Card>
      </div>
      <div className={styles.aside}>
        <Card>
          <h2>
            <SkeletonText letters={10} />
          </h2>
          <dl className={styles.facts}>
            {facts.map((letters) => (
              <div key={letters} className={styles.row}>
                <dt>
                  <SkeletonText letters={7} />
                </dt>
                <dd>
                  <SkeletonText letters={letters} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </div>
  </>
);
