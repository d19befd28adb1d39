import { Banner, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './coach.module.css';

/** Widths of the introduction in digits, which are wider than the average letter. */
const INTRODUCTION = [29, 19, 14];

export const CoachSkeleton = () => (
  <div className={styles.header}>
    <div className={styles.who}>
      <SkeletonBox className={styles.portrait} />
      <div className={styles.facts}>
        <p role="status" className={styles.waiting}>
          Loading...
        </p>
        <div className={styles.rating}>
          <SkeletonText letters={22} />
        </div>
        <div className={styles.introduction} aria-hidden="true">
          {INTRODUCTION.map((letters) => (
            <div key={letters}>
              <SkeletonText letters={letters} />
            </div>
          ))}
        </div>
        <ul className={styles.ranks} aria-hidden="true">
          {[15, 8].map((game) => (
            <li key={game}>
              <SkeletonBox className={styles.badge} />
              <span>
                <strong>
                  <SkeletonText letters={7} />
                </strong>
                <SkeletonText letters={game} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
    <div className={styles.description} aria-hidden="true">
      <p>
        <SkeletonText letters={105} />
      </p>
      <ul>
        {[48, 50, 25].map((letters) => (
          <li key={letters}>
            <SkeletonText letters={letters} />
          </li>
        ))}
      </ul>
      <p>
        <SkeletonText letters={48} />
      </p>
    </div>
    <Banner tone="offer" aria-hidden="true">
      <p>
        <SkeletonText letters={98} />
      </p>
    </Banner>
  </div>
);
