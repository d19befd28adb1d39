import styles from './skeleton.module.css';

/** Stands in the final size of what is being loaded, so that nothing jumps. */
export const Skeleton = ({ size = 'line' }: { size?: 'line' | 'card' | 'panel' }) => (
  <div className={`${styles.skeleton} ${styles[size]}`} aria-hidden="true" />
);
