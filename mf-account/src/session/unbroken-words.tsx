import styles from './session.module.css';

/** Keeps hyphenated words on one line, where a line is long enough. */
export const UnbrokenWords = ({ children: text }: { children: string }) =>
  text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles.word}>
        {part}
      </span>
    ),
  );
