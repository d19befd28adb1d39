import styles from './skeleton.module.css';

/** As wide as a digit, and a line may break after each. */
const SPACE = '\u2007\u200b';
/** Digits of the smaller type of a bone that are as wide as a letter. */
const LETTER = 1.24;

/** A text that is to come, of about so many letters: it has the lines that the text will have, in the type around it. */
export const SkeletonText = ({ letters }: { letters: number }) => (
  <span aria-hidden="true">
    <span className={styles.text}>{SPACE.repeat(Math.round(letters * LETTER))}</span>
  </span>
);

/** A picture, a field or a button that is to come; its class says how large it is. */
export const SkeletonBox = ({ className = '' }: { className?: string | undefined }) => (
  <span className={`${styles.box} ${className}`} aria-hidden="true" />
);
