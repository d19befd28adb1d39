import { type ClockWindow, clockOf, minuteOf } from '@carry/remote-kit/windows';
import { Button, FieldError } from '@carry/ui';
import styles from './availability.module.css';
import { RemoveButton } from './remove-button';

const MIDNIGHT = 24 * 60;

/** A time input has no 24:00, so an end of 00:00 means midnight. */
const toEnd = (typed: string) => (typed === '00:00' ? clockOf(MIDNIGHT) : typed);

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
  const add = () => {
    const start = Math.min(minuteOf(windows.at(-1)?.end ?? '13:00') + 60, MIDNIGHT - 60);
    onChange([
      ...windows,
      { start: clockOf(start), end: clockOf(Math.min(start + 240, MIDNIGHT)) },
    ]);
  };
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
            onChange={({ target }) => target.value && set(index, { end: toEnd(target.value) })}
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
        onClick={add}
      >
        Add hours
      </Button>
      <FieldError id={id} error={error} alert={alert} />
    </div>
  );
}
