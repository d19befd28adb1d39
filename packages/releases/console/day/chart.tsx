import { formatDate } from '@carry/contracts/format';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useId } from 'react';
import { TableScroll } from '../parts/page';
import styles from './chart.module.css';
import type { Series } from './series';

const PERCENT = 100;
const TICKS = 3;
const LINES = [styles.line0, styles.line1, styles.line2, styles.line3];

interface ChartProps {
  title: string;
  /** Starts of the slots, oldest first. */
  times: string[];
  series: Series[];
  format(value: number): string;
}

export function Chart({ title, times, series, format }: ChartProps) {
  const id = useId();
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  if (all.length === 0) return null;
  const x = scaleLinear({ domain: [0, Math.max(1, times.length - 1)], range: [0, PERCENT] });
  const y = scaleLinear({
    domain: [0, Math.max(...all) || 1],
    range: [PERCENT, 0],
    nice: TICKS,
  });
  const ticks = y.ticks(TICKS).map((value) => ({ value, at: `${y(value)}%` }));
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <div className={styles.plot}>
        <svg className={styles.ticks} aria-hidden>
          {ticks.map(({ value, at }) => (
            <text key={value} x="100%" y={at} dy="0.32em" textAnchor="end">
              {format(value)}
            </text>
          ))}
        </svg>
        <svg
          role="img"
          aria-label={`${title}, as a chart. ${series.map((line) => describe(line, format)).join('. ')}.`}
        >
          {ticks.map(({ value, at }) => (
            <line key={value} className={styles.grid} x2="100%" y1={at} y2={at} />
          ))}
          <Lines series={series} x={x} y={y} />
        </svg>
        <div className={styles.axis} aria-hidden>
          <span>24 hours ago</span>
          <span>now</span>
        </div>
      </div>
      <details>
        <summary>Table of {title}</summary>
        <TableScroll label={`Table of ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, at) => ({ time, at }))
                .filter(({ at }) => series.some(({ values }) => values[at] != null))
                .reverse()
                .map(({ time, at }) => (
                  <tr key={time}>
                    <th scope="row">
                      <time dateTime={time}>{formatClock(time)}</time>
                    </th>
                    {series.map(({ label, values }) => (
                      <td key={label}>{formatOrNone(values[at], format)}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </TableScroll>
      </details>
    </figure>
  );
}

interface LinesProps {
  series: readonly Series[];
  x(at: number): number;
  y(value: number): number;
}

const Lines = ({ series, x, y }: LinesProps) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: part of a chart, which has a label
  <svg className={styles.lines} viewBox={`0 0 ${PERCENT} ${PERCENT}`} preserveAspectRatio="none">
    {series.map(({ label, values }, index) => (
      <LinePath
        key={label}
        className={LINES[index] ?? ''}
        data={values}
        x={(_, at) => x(at)}
        y={(value) => y(value ?? 0)}
        defined={(value) => value !== null}
      />
    ))}
  </svg>
);

export function Sparkline({ title, times, series, format }: ChartProps) {
  const id = useId();
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  if (all.length === 0) return null;
  const last = series[0]?.values.findLast((value) => value !== null);
  const x = scaleLinear({ domain: [0, Math.max(1, times.length - 1)], range: [0, PERCENT] });
  const y = scaleLinear({ domain: [0, Math.max(...all) || 1], range: [PERCENT, 0] });
  return (
    <figure className={`${styles.figure} ${styles.spark}`} aria-labelledby={id}>
      <figcaption id={id}>
        {title} <span>{formatOrNone(last, format)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title} in 24 hours. ${series.map((line) => describe(line, format)).join('. ')}.`}
      >
        <Lines series={series} x={x} y={y} />
      </svg>
    </figure>
  );
}

const formatOrNone = (value: number | null | undefined, format: (value: number) => string) =>
  value == null ? '–' : format(value);

const formatClock = (time: string) =>
  formatDate(Date.parse(time), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

function describe({ label, values }: Series, format: (value: number) => string): string {
  const measured = values.filter((value) => value !== null);
  const last = measured.at(-1);
  if (last === undefined) return `${label}: no data`;
  return `${label}: ${format(last)} now, ${format(Math.max(...measured))} at most`;
}
