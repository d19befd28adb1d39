import { formatDollars } from '@carry/remote-kit/format';
import styles from './revenue.module.css';
import type { Total } from './totals';

const HEIGHT = 100;
const STEP = 24;
const BAR = 16;
/** Fewer bars leave room at the end, so that one bar is no block. */
const MIN_COLUMNS = 6;

/** Bar chart of what was kept and refunded. Decorative for screen readers: the table beside it has the numbers. */
export function Bars({ totals }: { totals: readonly Total[] }) {
  const top = Math.max(1, ...totals.map(({ paid }) => paid));
  const columns = Math.max(MIN_COLUMNS, totals.length);
  const blanks = Array.from({ length: columns - totals.length }, (_, index) => `blank ${index}`);
  const scale = (amount: number) => (amount / top) * HEIGHT;
  return (
    <figure className={styles.chart} aria-hidden="true">
      <figcaption>Highest: {formatDollars(top)}</figcaption>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers */}
      <svg
        viewBox={`0 0 ${columns * STEP} ${HEIGHT + 1}`}
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
        <rect className={styles.axis} x={0} y={HEIGHT} width={columns * STEP} height={1} />
      </svg>
      <div className={`${styles.labels} ${columns > MIN_COLUMNS ? styles.many : ''}`}>
        {totals.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
        {blanks.map((key) => (
          <span key={key} />
        ))}
      </div>
      <p className={styles.legend}>
        <span>Kept</span> <span className={styles.refundedKey}>Refunded</span>
      </p>
    </figure>
  );
}
