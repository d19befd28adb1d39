import { SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './texts.module.css';

export const TextSkeleton = () => (
  <div className={styles.columns}>
    <div className={styles.words}>
      <p role="status">Loading...</p>
      <div aria-hidden="true">
        {[210, 260, 180, 320, 150].map((letters) => (
          <div key={letters}>
            <h2>
              <SkeletonText letters={16} />
            </h2>
            <p>
              <SkeletonText letters={letters} />
            </p>
          </div>
        ))}
      </div>
    </div>
    <SkeletonBox className={styles.contentsSkeleton} />
  </div>
);
