import { BoxBone, FieldSkeleton, SettingSkeleton, TextBone } from '@carry/ui';
import styles from './account.module.css';

const Press = () => <BoxBone className={styles.press} />;

/** The account while it loads. */
export const AccountSkeleton = () => (
  <>
    <SettingSkeleton status="Loading your account..." says={114}>
      <p className={styles.now}>
        <TextBone letters={38} />
      </p>
      <div className={styles.form}>
        <FieldSkeleton label={9} />
        <FieldSkeleton label={13} />
        <Press />
      </div>
    </SettingSkeleton>
    <SettingSkeleton says={45}>
      <div className={styles.form}>
        <FieldSkeleton label={16} />
        <div>
          <FieldSkeleton label={12} />
          <ul className={styles.rules}>
            {[21, 7, 23].map((letters) => (
              <li key={letters}>
                <TextBone letters={letters} />
              </li>
            ))}
          </ul>
          <FieldSkeleton label={20} />
        </div>
        <Press />
      </div>
    </SettingSkeleton>
    <SettingSkeleton says={84}>
      <p>
        <TextBone letters={32} />
      </p>
      <p>
        <TextBone letters={70} />
      </p>
    </SettingSkeleton>
    <SettingSkeleton says={58}>
      <Press />
    </SettingSkeleton>
  </>
);
