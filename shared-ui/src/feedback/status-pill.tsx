import styles from './status-pill.module.css';

/** A booking's status in its own words and the colour of its meaning. */
export const StatusPill = ({ status }: { status: string }) => (
  <span className={styles.pill} data-status={status}>
    {status}
  </span>
);
