import type { SelectedSlot } from 'contracts/api';
import { useEffect, useId, useRef, useState } from 'react';
import { browserZone, type Day, describeSlot, WINDOW_DAYS } from './days';
import styles from './slots.module.css';
import type { DaySlots } from './use-slots';
import { ZoneSelect } from './zone-select';

export interface SlotPickerProps {
  days: Day[];
  slots: Record<string, DaySlots>;
  value: SelectedSlot | null;
  error: string | undefined;
  onChange(slot: SelectedSlot | null): void;
  onReload(date: string): void;
}

/** Seven days, one open at a time; a second press on a chosen slot lets it go. */
export function SlotPicker({ days, slots, value, error, onChange, onReload }: SlotPickerProps) {
  const id = useId();
  const [open, setOpen] = useState<string | null>(null);
  const [zone, setZone] = useState<string | null>(null);
  const shownZone = zone ?? browserZone();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On click, not on pointerdown: the list moves what is below it, which must not escape a click that has begun.
    const outside = (event: MouseEvent) => event.target instanceof Node && !root.current?.contains(event.target) && setOpen(null);
    document.addEventListener('click', outside);
    return () => document.removeEventListener('click', outside);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a layout of its own
    <div
      ref={root}
      id="booking-slot"
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={styles.picker}
    >
      <p id={`${id}-title`} className={styles.title}>
        Time slot
      </p>
      {days.length === 0 && placeholders}
      {days.map((day) => {
        const content = slots[day.date] ?? { state: 'loading' };
        const free = content.state === 'ready' && content.starts.length > 0;
        const expanded = free && open === day.date;
        return (
          <div key={day.date} className={styles.day}>
            <button
              type="button"
              className={styles.header}
              aria-expanded={expanded}
              aria-controls={`${id}-${day.date}`}
              aria-disabled={!free || undefined}
              onClick={() => free && setOpen(expanded ? null : day.date)}
            >
              <span>{day.label}</span>
              <span className={styles.state}>{stateOf(content, value?.date === day.date ? value : null)}</span>
            </button>
            {content.state === 'failed' && (
              <p className={styles.failed} role="status">
                Times could not be loaded.{' '}
                <button type="button" onClick={() => onReload(day.date)}>
                  Retry
                </button>
              </p>
            )}
            {expanded && (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a layout of its own
              <div id={`${id}-${day.date}`} role="group" aria-label={day.label} className={styles.times}>
                {content.starts.map((start) => {
                  const slot = describeSlot(day, start, shownZone);
                  const chosen = value?.date === slot.date && value.time === slot.time;
                  return (
                    <button key={start} type="button" aria-pressed={chosen} onClick={() => onChange(chosen ? null : slot)}>
                      {slot.displayTime}
                    </button>
                  );
                })}
              </div>
            )}
          </div>
        );
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <ZoneSelect
        ready={days.length > 0}
        zone={zone}
        onChange={(chosen) => {
          setZone(chosen);
          const day = days.find(({ date }) => date === value?.date);
          if (day && value) onChange(describeSlot(day, value.time, chosen ?? browserZone()));
        }}
      />
    </div>
  );
}

/** The room that the days will take: which days they are is known in the visitor's browser only. */
const placeholders = Array.from({ length: WINDOW_DAYS }, (_, index) => <div key={index} className={styles.header} aria-hidden="true" />);

function stateOf(content: DaySlots, chosen: SelectedSlot | null): string {
  if (chosen) return chosen.displayTime;
  if (content.state === 'loading') return 'Loading...';
  if (content.state === 'failed') return '';
  return content.starts.length === 0 ? 'No times' : `${content.starts.length} times`;
}
