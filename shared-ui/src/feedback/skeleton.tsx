import styles from './skeleton.module.css';

/** A digit-wide space that allows a line break. */
const SPACE = '\u2007\u200b';
/** Skeleton digits per letter of text; the skeleton's type is smaller. */
const DIGITS_PER_LETTER = 1.24;

/** Placeholder for a text of about `letters` letters; wraps like the text. */
export const SkeletonText = ({ letters }: { letters: number }) => (
  <span aria-hidden="true">
    <span className={styles.text}>{SPACE.repeat(Math.round(letters * DIGITS_PER_LETTER))}</span>
  </span>
);

/** Placeholder for an image, a field or a button; `className` sets the size. */
export const SkeletonBox = ({ className = '' }: { className?: string | undefined }) => (
  <span className={`${styles.box} ${className}`} aria-hidden="true" />
);
