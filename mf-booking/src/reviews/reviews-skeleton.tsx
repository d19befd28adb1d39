import { BoxBone, Card, TextBone } from '@carry/ui';
import styles from './reviews.module.css';

const bars = [5, 4, 3, 2, 1];

/** The reviews while they load: the average, its bars, and three of them beside each other where there is room. */
export const ReviewsSkeleton = () => (
  <div aria-hidden="true">
    <div className={styles.waitingTop}>
      <h2>
        <TextBone letters={7} />
      </h2>
      <BoxBone className={styles.arrow} />
      <BoxBone className={styles.arrow} />
    </div>
    <div className={styles.summary}>
      <p>
        <strong>
          <TextBone letters={3} />
        </strong>
        <span>
          <TextBone letters={10} />
          <TextBone letters={10} />
        </span>
      </p>
      <ul>
        {bars.map((bar) => (
          <li key={bar}>
            <TextBone letters={7} />
            <BoxBone className={styles.bar} />
          </li>
        ))}
      </ul>
    </div>
    <div className={styles.waitingRow}>
      {[66, 34, 50].map((letters) => (
        <Card key={letters} className={styles.review}>
          <div className={styles.author}>
            <BoxBone className={styles.face} />
            <div>
              <TextBone letters={5} />
              <TextBone letters={10} />
            </div>
          </div>
          <p className={styles.comment}>
            <TextBone letters={letters} />
          </p>
        </Card>
      ))}
    </div>
  </div>
);
