import { Banner, BoxBone, TextBone } from '@carry/ui';
import styles from './coach.module.css';

/** The coach's header while it loads, with the words where the name will be. */
export const CoachSkeleton = () => (
  <div className={styles.header}>
    <div className={styles.who}>
      <BoxBone className={styles.portrait} />
      <div className={styles.facts}>
        <p role="status" className={styles.waiting}>
          Loading...
        </p>
        <div className={styles.rating}>
          <TextBone letters={22} />
        </div>
        <ul className={styles.ranks} aria-hidden="true">
          {[15, 8].map((game) => (
            <li key={game}>
              <BoxBone className={styles.badge} />
              <span>
                <strong>
                  <TextBone letters={7} />
                </strong>
                <TextBone letters={game} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
    <div className={styles.description} aria-hidden="true">
      <p>
        <TextBone letters={127} />
      </p>
      <ul>
        {[48, 50, 25].map((letters) => (
          <li key={letters}>
            <TextBone letters={letters} />
          </li>
        ))}
      </ul>
      <p>
        <TextBone letters={48} />
      </p>
    </div>
    <Banner tone="offer" aria-hidden="true">
      <p>
        <TextBone letters={98} />
      </p>
    </Banner>
  </div>
);
