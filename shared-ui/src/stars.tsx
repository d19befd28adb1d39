import styles from './stars.module.css';

const MOST = 5;

/** A rating of 1 to 5 as stars, with words for screen readers. */
export function Stars({ rating }: { rating: number }) {
  const full = Math.max(0, Math.min(MOST, Math.round(rating)));
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} out of ${MOST} stars`}>
      <span aria-hidden="true">{'★'.repeat(full)}</span>
      <span aria-hidden="true" className={styles.empty}>
        {'★'.repeat(MOST - full)}
      </span>
    </span>
  );
}
