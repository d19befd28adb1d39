import { BoxBone, TextBone } from '@carry/ui';
import styles from './texts.module.css';

/** A text while it loads. */
export const TextSkeleton = () => (
  <div className={styles.columns}>
    <div className={styles.words}>
      <p role="status">Loading...</p>
      <div aria-hidden="true">
        {[210, 260, 180, 320, 150].map((letters) => (
          <div key={letters}>
            <h2>
              <TextBone letters={16} />
            </h2>
            <p>
              <TextBone letters={letters} />
            </p>
          </div>
        ))}
      </div>
    </div>
    <BoxBone className={styles.contentsBone} />
  </div>
);
