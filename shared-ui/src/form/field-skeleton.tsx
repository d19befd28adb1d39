import { SkeletonBox, SkeletonText } from '../feedback/skeleton';
import styles from './field.module.css';

export interface FieldSkeletonProps {
  /** Letters. */
  label: number;
  /** Letters. */
  hint?: number;
  tall?: boolean;
}

export const FieldSkeleton = ({ label, hint, tall = false }: FieldSkeletonProps) => (
  <div className={styles.field} aria-hidden="true">
    <div className={styles.label}>
      <SkeletonText letters={label} />
    </div>
    {hint !== undefined && (
      <p className={styles.hint}>
        <SkeletonText letters={hint} />
      </p>
    )}
    <SkeletonBox className={tall ? styles.lines : styles.line} />
  </div>
);
