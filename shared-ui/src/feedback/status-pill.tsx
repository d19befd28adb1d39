import styles from './status-pill.module.css';

export const StatusPill = ({ status }: { status: string }) => (
  <span className={styles.pill} data-status={status}>
    {status}
  </span>
);
