import styles from './confirmed.module.css';

/** Animates once; static under `prefers-reduced-motion`. */
export const Tick = () => (
  <svg className={styles.tick} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <circle cx="32" cy="32" r="24" fill="currentColor" fillOpacity=".14" />
    <path d="m21 33 8 8 15-16" />
    <path
      className={styles.rays}
      d="M32 1v5m0 52v5M1 32h5m52 0h5M10 10l3.500 3.500m37 37L54 54M10 54l3.500-3.500m37-37L54 10"
    />
  </svg>
);
