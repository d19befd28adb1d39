import styles from './unbroken-text.module.css';

export interface UnbrokenTextProps {
  children: string;
  /** Default: every word with a hyphen or a dash. */
  phrase?: string;
}

export const UnbrokenText = ({ children: text, phrase }: UnbrokenTextProps) =>
  (phrase ? splitAround(text, phrase) : text.split(/(\S+[-—]\S+)/)).map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? (
      <span key={key} className={styles.unbroken}>
        {part}
      </span>
    ) : (
      part
    );
  });

const splitAround = (text: string, phrase: string) =>
  text.split(phrase).flatMap((part, index) => (index === 0 ? part : [phrase, part]));
