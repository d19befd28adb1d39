import { formatDollars, formatPrice } from '@carry/remote-kit/format';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import styles from './revenue.module.css';
import type { Total } from './totals';

const PERCENT = 100;
/** Fewer bars leave room at the end, so that one bar is no block. */
const MIN_COLUMNS = 6;
const TICKS = 3;
/** With more columns, a date is wider than its column. */
const MAX_WHOLE_DATES = 13;
/** Labels that have room if they are wider than their columns. */
const MAX_LABELS = { wide: 7, narrow: 3, narrowIfLong: 2 };
/** Characters of a day, such as Nov 23. */
const DAY_LENGTH = 6;
/** A third of each column: a sixth on each side of its bar, so that bars stand above their labels. */
const GAP = 1 / 3;

const KEYS = ['kept', 'refunded'] as const;

interface BarsProps {
  totals: readonly Total[];
  /** The labels are short, so some of many columns can have a whole one. */
  isDates?: boolean;
}

/** Bar chart in percentages, because the server does not know its width. Screen readers get the table beside it. */
export function Bars({ totals, isDates = false }: BarsProps) {
  const columns = Math.max(MIN_COLUMNS, totals.length);
  const blanks = Array.from({ length: columns - totals.length }, (_, index) => `blank ${index}`);
  const x = scaleBand({
    domain: [...totals.map(({ key }) => key), ...blanks],
    range: [0, PERCENT],
    paddingInner: GAP,
    paddingOuter: GAP / 2,
  });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...totals.map(({ paid }) => paid))],
    range: [PERCENT, 0],
    nice: TICKS,
  });
  const isLong = totals.some(({ label }) => label.length > DAY_LENGTH);
  const ticks = y.ticks(TICKS).map((amount) => ({ amount, at: `${y(amount)}%` }));
  return (
    <figure className={styles.chart} aria-hidden="true">
      <div className={styles.plot}>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers */}
        <svg className={styles.ticks} focusable="false">
          {ticks.map(({ amount, at }) => (
            <text key={amount} x="100%" y={at} dy="0.32em" textAnchor="end">
              {formatPrice(amount)}
            </text>
          ))}
        </svg>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers */}
        <svg focusable="false">
          {ticks.map(({ amount, at }) => (
            <line key={amount} className={styles.grid} x2="100%" y1={at} y2={at} />
          ))}
          <BarStack
            data={[...totals]}
            keys={[...KEYS]}
            x={({ key }) => key}
            xScale={x}
            yScale={y}
            color={(key) => key}
          >
            {(stacks) =>
              stacks.flatMap(({ key, bars }) =>
                bars.map((bar) => (
                  <rect
                    key={`${key} ${bar.index}`}
                    className={styles[key]}
                    x={`${bar.x}%`}
                    y={`${bar.y}%`}
                    width={`${bar.width}%`}
                    height={`${Math.max(0, bar.height)}%`}
                  >
                    <title>{describe(bar.bar.data, key)}</title>
                  </rect>
                )),
              )
            }
          </BarStack>
        </svg>
      </div>
      <div className={styles.labels}>
        {totals.map(({ key, label }, index) => (
          <span
            key={key}
            className={labelClass({
              fromLast: totals.length - 1 - index,
              columns,
              isDates,
              isLong,
            })}
          >
            {label}
          </span>
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

interface Label {
  /** Distance from the last one, which is always shown. */
  fromLast: number;
  columns: number;
  isDates: boolean;
  /** Longer than a day. */
  isLong: boolean;
}

function labelClass({ fromLast, columns, isDates, isLong }: Label): string {
  const isSparse = isDates && columns > MAX_WHOLE_DATES;
  const isMany = columns > MIN_COLUMNS;
  const isHidden = (most: number) => fromLast % Math.ceil(columns / most) !== 0;
  return [
    isSparse && styles.sparse,
    isSparse && isHidden(MAX_LABELS.wide) && styles.hiddenWide,
    isMany && styles.many,
    isMany && isHidden(isLong ? MAX_LABELS.narrowIfLong : MAX_LABELS.narrow) && styles.hiddenNarrow,
  ]
    .filter(Boolean)
    .join(' ');
}

const describe = (total: Total, key: (typeof KEYS)[number]) =>
  `${total.label}: ${formatDollars(total[key])} ${key}`;
