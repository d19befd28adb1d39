import styles from './figures.module.css';

/** Words whose numbers are what one looks for: those stand large. */
export const Figures = ({ text }: { text: string }) => (
  <span className={styles.figures}>
    {text.split(/(\d+)/).map((part, index) => {
      const key = `${index} ${part}`;
      return index % 2 === 1 ? <b key={key}>{part}</b> : <span key={key}>{part}</span>;
    })}
  </span>
);
