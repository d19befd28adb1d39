import styles from './reference.module.css';

/** Shows a failure's reference id for support; one click selects it. */
export const Reference = ({ id }: { id: string | undefined }) =>
  id ? (
    <p className={styles.reference}>
      Reference: <code>{id}</code>
    </p>
  ) : null;
