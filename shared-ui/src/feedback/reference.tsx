import styles from './reference.module.css';

/** Names a failure to whoever is asked about it; one click selects it whole. */
export const Reference = ({ id }: { id: string | undefined }) =>
  id ? (
    <p className={styles.reference}>
      Reference: <code>{id}</code>
    </p>
  ) : null;
