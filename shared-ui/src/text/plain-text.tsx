import styles from './markdown.module.css';
import { MAX_LENGTH } from './markdown-bounds';

export const PlainText = ({ children }: { children: string }) => (
  <p className={styles.plain}>
    {children.length > MAX_LENGTH ? `${children.slice(0, MAX_LENGTH)}…` : children}
  </p>
);
