import { formatDollars } from '@carry/remote-kit/format';
import styles from './revenue.module.css';
import type { Total } from './totals';

const HEIGHT = 100;
const STEP = 24;
const BAR = 16;

/** Bar chart of what was kept and refunded. Decorative for screen readers: the table beside it has the numbers. */
export function Bars({ totals }: { totals: readonly Total[] }) {
  const top = Math.max(1, ...totals.map(({ paid }) => paid));
  const scale = (amount: number) => (amount / top) * HEIGHT;
  return (
    <figure className={styles.chart} aria-hidden="true">
      <figcaption>Highest: {formatDollars(top)}</figcaption>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers */}
      <svg
        viewBox={`0 0 ${totals.length * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        focusable="false"
      >
        {totals.map(({ key, kept, paid }, index) => (
          <g key={key}>
            <rect
              className={styles.refunded}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - scale(paid)}
              width={BAR}
              height={scale(paid)}
            />
            <rect
              className={styles.kept}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - scale(kept)}
              width={BAR}
              height={scale(kept)}
            />
          </g>
        ))}
        <rect className={styles.axis} x={0} y={HEIGHT} width={totals.length * STEP} height={1} />
      </svg>
      <div className={styles.labels}>
        {totals.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </div>
      <p className={styles.legend}>
        <span>Kept</span> <span className={styles.refundedKey}>Refunded</span>
      </p>
    </figure>
  );
}
