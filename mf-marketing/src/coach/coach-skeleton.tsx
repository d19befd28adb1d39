import { BoxBone, TextBone } from '@carry/ui';
import styles from './coach.module.css';
import facts from './facts.module.css';

const ranks = [16, 8];

/** The plate of the coach while it loads. */
export const PlateSkeleton = () => (
  <figure className={styles.plate} aria-hidden="true">
    <BoxBone className={styles.portrait} />
    <figcaption>
      <div className={styles.name}>
        <strong>
          <TextBone letters={6} />
        </strong>
        <RatingSkeleton />
      </div>
      <ul className={facts.ranks}>
        {ranks.map((game) => (
          <li key={game}>
            <BoxBone className={styles.badge} />
            <span>
              <b>
                <TextBone letters={7} />
              </b>
              <TextBone letters={game} />
            </span>
          </li>
        ))}
      </ul>
    </figcaption>
  </figure>
);

export const RatingSkeleton = () => (
  <p className={facts.rating} aria-hidden="true">
    <TextBone letters={24} />
  </p>
);

/** What the coach says of themselves, while it loads. */
export const AboutSkeleton = () => (
  <div aria-hidden="true">
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
);
