import { SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './coach.module.css';
import facts from './facts.module.css';

const ranks = [16, 8];

export const PlateSkeleton = () => (
  <figure className={styles.plate} aria-hidden="true">
    <SkeletonBox className={styles.portrait} />
    <figcaption>
      <div className={styles.name}>
        <strong>
          <SkeletonText letters={6} />
        </strong>
        <RatingSkeleton />
      </div>
      <ul className={facts.ranks}>
        {ranks.map((game) => (
          <li key={game}>
            <SkeletonBox className={styles.badge} />
            <span>
              <b>
                <SkeletonText letters={7} />
              </b>
              <SkeletonText letters={game} />
            </span>
          </li>
        ))}
      </ul>
    </figcaption>
  </figure>
);

export const RatingSkeleton = () => (
  <p className={facts.rating} aria-hidden="true">
    <SkeletonText letters={15} />
    <SkeletonText letters={9} />
  </p>
);

export const AboutSkeleton = () => (
  <div aria-hidden="true">
    <p>
      <SkeletonText letters={127} />
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
);
