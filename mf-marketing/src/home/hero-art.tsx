import styles from './home.module.css';

const STEPS = [0, 1, 2, 3, 4];

/** The climb: rank chevrons that grow brighter towards the top, and a star above them. */
export const HeroArt = () => (
  <svg viewBox="0 0 360 380" className={styles.art} aria-hidden="true" focusable="false">
    <circle cx="180" cy="200" r="168" className={styles.glow} />
    {STEPS.map((step) => (
      <path
        key={step}
        d={`M${92 - step * 4} ${322 - step * 52} 180 ${262 - step * 52}l${88 + step * 4} 60v34l-${88 + step * 4}-60-${88 + step * 4} 60z`}
        fill="currentColor"
        opacity={0.14 + step * 0.2}
      />
    ))}
    <path d="m180 8 9 19 21 2-16 14 5 20-19-10-19 10 5-20-16-14 21-2z" className={styles.star} />
  </svg>
);
