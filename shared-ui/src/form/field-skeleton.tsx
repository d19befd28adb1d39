import { SkeletonBox, SkeletonText } from '../feedback/skeleton';
import styles from './field.module.css';

export interface FieldSkeletonProps {
  /** Letters of the label. */
  label: number;
  /** Letters of the hint, if it has one. */
  hint?: number;
  /** It has several lines. */
  tall?: boolean;
}

/** A field that is to come. */
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
