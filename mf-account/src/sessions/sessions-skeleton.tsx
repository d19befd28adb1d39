import { BoxBone, Card, TextBone } from '@carry/ui';
import styles from './sessions.module.css';
import timeline from './timeline.module.css';

const steps = [7, 4, 6, 9, 8];

/** The sessions while they load: the next one, and one of before. */
export const SessionsSkeleton = () => (
  <>
    <p role="status" className={styles.group}>
      Loading your sessions...
    </p>
    <div className={styles.list} aria-hidden="true">
      <CardSkeleton next />
    </div>
    <p className={styles.group} aria-hidden="true">
      <TextBone letters={6} />
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
        <TextBone letters={12} /> <TextBone letters={21} />
      </p>
    )}
    <BoxBone className={styles.leaf} />
    <div className={styles.body}>
      <h3>
        <TextBone letters={14} />
      </h3>
      <p className={styles.facts}>
        <TextBone letters={18} />
        <TextBone letters={14} />
        <TextBone letters={7} />
      </p>
    </div>
    {next && <BoxBone className={styles.face} />}
    <ol className={timeline.path}>
      {steps.map((letters) => (
        <li key={letters}>
          <TextBone letters={letters} />
        </li>
      ))}
    </ol>
    <div className={styles.offers}>
      {(next ? [1, 2, 3] : [1]).map((offer) => (
        <BoxBone key={offer} className={styles.offer} />
      ))}
    </div>
  </Card>
);
