import type { DayOfTimes } from './days';
import styles from './move.module.css';

export interface DayChipsProps {
  days: DayOfTimes[];
  open: string | undefined;
  chosen: string;
  controls: string;
  onOpen(key: string): void;
}

/** One button per day, as in the slot picker of the booking page. */
export const DayChips = ({ days, open, chosen, controls, onOpen }: DayChipsProps) => (
  <div className={styles.chips}>
    {days.map(({ key, label, weekday, dayOfMonth, starts }) => (
      <button
        key={key}
        type="button"
        aria-expanded={key === open}
        aria-controls={controls}
        aria-label={`${label}, ${starts.length === 1 ? '1 time' : `${starts.length} times`}`}
        data-chosen={starts.includes(chosen) || undefined}
        onClick={() => onOpen(key)}
      >
        {weekday} <b>{dayOfMonth}</b>
        <span>{starts.length === 1 ? '1 time' : `${starts.length} times`}</span>
      </button>
    ))}
  </div>
);
