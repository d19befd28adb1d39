import { formatDate } from '@carry/contracts/format';
import { useId } from 'react';
import { TableScroll } from '../parts/page';
import styles from './chart.module.css';

const WIDTH = 960;
const HEIGHT = 160;
const LINES = [styles.line0, styles.line1, styles.line2, styles.line3];

interface Series {
  label: string;
  /** One value for each time; null: nothing was measured. */
  values: (number | null)[];
}

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
  const top = Math.max(...all);
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <div className={styles.plot}>
        <span className={styles.top}>{format(top)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}, as a chart. ${series.map((line) => describe(line, format)).join('. ')}.`}
        >
          {series.map(({ label, values }, index) => (
            <path key={label} className={LINES[index]} d={drawLine(values, top || 1)} />
          ))}
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

/** Returns the path of a line; a gap stays open, and a single value is a dot. */
export function drawLine(values: readonly (number | null)[], top: number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  let path = '';
  let isOpen = false;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const point = `${Math.round(at * step)} ${Math.round(HEIGHT - (value / top) * HEIGHT)}`;
    path += isOpen ? `L${point}` : `M${point}h0`;
    isOpen = true;
  }
  return path;
}
