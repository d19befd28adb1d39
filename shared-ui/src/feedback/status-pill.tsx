import styles from './status-pill.module.css';

/** A booking's status with its color. */
export const StatusPill = ({ status }: { status: string }) => (
  <span className={styles.pill} data-status={status}>
    {status}
  </span>
);
