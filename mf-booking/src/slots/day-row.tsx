import { LOCAL_DAY } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { useId, useRef } from 'react';
import type { DaySlots } from './availability';
import { type Day, describeSlot, leaf } from './days';
import { byPart } from './parts';
import styles from './slots.module.css';

export interface DayRowProps {
  day: Day;
  state: DaySlots['state'];
  times: string[];
  zone: string;
  chosen: SelectedSlot | null;
  open: boolean;
  onToggle(): void;
  onChoose(slot: SelectedSlot | null): void;
  onReload(): void;
}

export function DayRow({
  day,
  state,
  times,
  zone,
  chosen,
  open,
  onToggle,
  onChoose,
  onReload,
}: DayRowProps) {
  const id = useId();
  const header = useRef<HTMLButtonElement>(null);
  const reload = () => {
    onReload();
    header.current?.focus(); // the pressed button disappears
  };
  const canOpen = state === 'ready' && times.length > 0;
  const expanded = canOpen && open;
  return (
    <div
      className={day.zoneless === 'edge' ? `${styles.day} ${styles.edge}` : styles.day}
      {...(day.zoneless && { [LOCAL_DAY]: day.date })}
    >
      <button
        ref={header}
        type="button"
        className={styles.header}
        aria-expanded={expanded}
        aria-controls={id}
        aria-disabled={!canOpen || undefined}
        onClick={() => canOpen && onToggle()}
      >
        <span className={styles.label}>{day.label}</span>
        <span className={styles.leaf} aria-hidden="true">
          {leaf('weekday', day)} <b>{leaf('day', day)}</b>
        </span>
        <span className={styles.state}>
          {chosen?.displayTime ?? describeState(state, times.length)}
        </span>
      </button>
      {state === 'failed' && (
        <p className={styles.failed} role="status">
          We couldn't load these times.{' '}
          <button type="button" onClick={reload}>
            Retry
          </button>
        </p>
      )}
      {expanded && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a layout of its own
        <div id={id} role="group" aria-label={day.label} className={styles.times}>
          <p className={styles.head}>
            <strong>{day.label}</strong> <span>{describeState(state, times.length)}</span>
          </p>
          {byPart(day, times, zone).map(({ part, times }) => (
            <div key={part}>
              <p className={styles.part}>{part}</p>
              <div className={styles.slots}>
                {times.map((time) => (
                  <Time
                    key={time}
                    slot={describeSlot({ ...day, time }, zone)}
                    pressed={chosen?.time === time}
                    onChoose={onChoose}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** A second press deselects the time. */
const Time = ({
  slot,
  pressed,
  onChoose,
}: {
  slot: SelectedSlot;
  pressed: boolean;
  onChoose(slot: SelectedSlot | null): void;
}) => (
  <button type="button" aria-pressed={pressed} onClick={() => onChoose(pressed ? null : slot)}>
    {slot.displayTime}
  </button>
);

function describeState(state: DaySlots['state'], count: number): string {
  if (state === 'loading') return 'Loading...';
  if (state === 'failed') return '';
  if (count === 0) return 'No times';
  return count === 1 ? '1 time' : `${count} times`;
}
