import styles from './unbroken.module.css';

/** Keeps `part` of a text on one line, where a line is long enough. */
export function unbroken(text: string, part: string) {
  if (!text.includes(part)) return text;
  const [before, after] = text.split(part);
  return (
    <>
      {before}
      <span className={styles.unbroken}>{part}</span>
      {after}
    </>
  );
}
