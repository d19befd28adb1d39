import styles from './figures.module.css';

export const Figures = ({ text }: { text: string }) => (
  <span className={styles.figures}>
    {text.split(/(\d+)/).map((part, index) => {
      const key = `${index} ${part}`;
      return index % 2 === 1 ? <b key={key}>{part}</b> : <span key={key}>{part}</span>;
    })}
  </span>
);
