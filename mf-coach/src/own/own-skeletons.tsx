import { Card, FieldSkeleton, SettingSkeleton, SkeletonBox, SkeletonText } from '@carry/ui';
import { Fields } from './parts';
import styles from './parts.module.css';

interface SkeletonProps {
  status: string;
}

export const SettingsSkeleton = ({ status }: SkeletonProps) => (
  <>
    {[5, 2, 3].map((rows, index) => (
      <SettingSkeleton key={rows} {...(index === 0 && { status })} description={84 - 8 * index}>
        {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
          <Fields key={row}>
            <FieldSkeleton label={12} />
            <FieldSkeleton label={8} />
          </Fields>
        ))}
        <SkeletonBox className={styles.press} />
      </SettingSkeleton>
    ))}
  </>
);

export const CardsSkeleton = ({ status }: SkeletonProps) => (
  <>
    <p role="status" className={styles.quiet}>
      {status}
    </p>
    <div className={styles.cards} aria-hidden="true">
      {[160, 90, 120, 60].map((letters) => (
        <Card key={letters}>
          <p>
            <SkeletonText letters={18} />
          </p>
          <p>
            <SkeletonText letters={letters} />
          </p>
          <SkeletonBox className={styles.small} />
        </Card>
      ))}
    </div>
  </>
);
