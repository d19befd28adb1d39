import { type ClockWindow, clockOf, minuteOf, parseEnd } from '@carry/remote-kit/windows';
import { Button, FieldError } from '@carry/ui';
import styles from './availability.module.css';
import { RemoveButton } from './remove-button';

const HOUR = 60;
const MIDNIGHT = 24 * HOUR;

/** Proposes up to four hours in the last free part of the day, an hour from the other windows if there is room. */
function proposeWindow(windows: ClockWindow[]): ClockWindow {
  if (windows.length === 0) return { start: '14:00', end: '18:00' };
  const starts = windows.map((window) => minuteOf(window.start)).sort((a, b) => a - b);
  const ends = windows.map((window) => minuteOf(window.end)).sort((a, b) => a - b);
  const free = [...starts, MIDNIGHT]
    .map((until, index) => ({ from: ends[index - 1] ?? 0, until }))
    .filter(({ from, until }) => until - from >= HOUR);
  const { from, until } = free.at(-1) ?? { from: MIDNIGHT, until: MIDNIGHT };
  const start =
    until === MIDNIGHT ? Math.min(from + HOUR, MIDNIGHT - HOUR) : Math.max(from, until - 5 * HOUR);
  return { start: clockOf(start), end: clockOf(Math.min(start + 4 * HOUR, until)) };
}

export interface WindowsProps {
  /** Id of the first field; errors link to it. */
  id: string;
  day: string;
  windows: ClockWindow[];
  error?: string | undefined;
  alert: boolean;
  onChange(windows: ClockWindow[]): void;
}

export function Windows({ id, day, windows, error, alert, onChange }: WindowsProps) {
  const set = (index: number, change: Partial<ClockWindow>) =>
    onChange(windows.map((window, at) => (at === index ? { ...window, ...change } : window)));
  return (
    <div className={styles.windows}>
      {windows.length === 0 && <span className={styles.off}>Off</span>}
      {windows.map(({ start, end }, index) => (
        <div key={index} className={styles.window}>
          <input
            id={index === 0 ? id : `${id}-${index}`}
            name={`${id}-${index}-start`}
            type="time"
            required
            aria-label={`${day}, from`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={start}
            onChange={({ target }) => target.value && set(index, { start: target.value })}
          />
          <span aria-hidden="true">to</span>
          <input
            id={`${id}-${index}-end`}
            name={`${id}-${index}-end`}
            type="time"
            required
            aria-label={`${day}, until`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={end === '24:00' ? '00:00' : end}
            onChange={({ target }) => target.value && set(index, { end: parseEnd(target.value) })}
          />
          <RemoveButton
            of={`${start} to ${end} on ${day}`}
            onRemove={() => onChange(windows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        variant="quiet"
        small
        className={styles.more}
        aria-label={`Add hours to ${day}`}
        onClick={() => onChange([...windows, proposeWindow(windows)])}
      >
        Add hours
      </Button>
      <FieldError id={id} error={error} alert={alert} />
    </div>
  );
}
