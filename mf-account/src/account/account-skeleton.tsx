import { FieldSkeleton, SettingSkeleton, SkeletonBox, SkeletonText } from '@carry/ui';
import styles from './account.module.css';

const ButtonSkeleton = () => <SkeletonBox className={styles.press} />;

export const AccountSkeleton = () => (
  <>
    <SettingSkeleton status="Loading your account..." description={99}>
      <p className={styles.now}>
        <SkeletonText letters={38} />
      </p>
      <div className={styles.form}>
        <FieldSkeleton label={9} />
        <FieldSkeleton label={13} />
        <ButtonSkeleton />
      </div>
    </SettingSkeleton>
    <SettingSkeleton description={50}>
      <div className={styles.form}>
        <FieldSkeleton label={16} />
        <div>
          <FieldSkeleton label={12} />
          <ul className={styles.rules}>
            {[21, 7, 23].map((letters) => (
              <li key={letters}>
                <SkeletonText letters={letters} />
              </li>
            ))}
          </ul>
          <FieldSkeleton label={20} />
        </div>
        <ButtonSkeleton />
      </div>
    </SettingSkeleton>
    <SettingSkeleton description={95}>
      <p>
        <SkeletonText letters={32} />
      </p>
      <p>
        <SkeletonText letters={70} />
      </p>
    </SettingSkeleton>
    <SettingSkeleton description={48}>
      <ButtonSkeleton />
    </SettingSkeleton>
  </>
);
