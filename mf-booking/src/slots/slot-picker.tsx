import type { FieldWiring } from '@carry/remote-kit';
import { browserZone } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { FieldError } from '@carry/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { DayRow } from './day-row';
import { type Day, WINDOW_DAYS } from './days';
import { NoTimes } from './no-times';
import { offeredTimes, type SlotRequest, type Slots } from './room';
import styles from './slots.module.css';
import { ZoneChoice } from './zone-choice';

export interface SlotPickerProps extends Pick<FieldWiring, 'id' | 'error' | 'alert'> {
  days: Day[];
  slots: Slots;
  wish: SlotRequest;
  value: SelectedSlot | null;
  /** In which the times are shown; null: the browser's own. */
  zone: string | null;
  /** Why a choice was let go. */
  notice: string | null;
  onChange(slot: SelectedSlot | null): void;
  onZone(zone: string | null): void;
  onReload(date: string): void;
}

/** Seven days, one open at a time; only what can be booked for as long as is wished can be chosen. */
export function SlotPicker({
  id,
  days,
  slots,
  wish,
  value,
  zone,
  error,
  alert,
  notice,
  onChange,
  onZone,
  onReload,
}: SlotPickerProps) {
  const [open, setOpen] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useClickOutside(root, () => setOpen(null));
  const offeredFor = (hours: number) =>
    days.map(({ date }) => offeredTimes(date, slots, { ...wish, hours }));
  const offered = offeredFor(wish.hours);
  const shownIn = zone ?? browserZone();
  const isEmpty = (times: string[][]) => times.every(({ length }) => length === 0);
  const none =
    days.length > 0 && days.every(({ date }) => slots[date]?.state === 'ready') && isEmpty(offered);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a layout of its own
    <div
      ref={root}
      id={id}
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
      {days.map((day, index) => (
        <DayRow
          key={day.date}
          day={day}
          state={slots[day.date]?.state ?? 'loading'}
          times={offered[index] ?? []}
          zone={shownIn}
          chosen={value?.date === day.date ? value : null}
          open={open === day.date}
          onToggle={() => setOpen(open === day.date ? null : day.date)}
          onChoose={onChange}
          onReload={() => onReload(day.date)}
        />
      ))}
      {none && <NoTimes hours={wish.hours > 1 && !isEmpty(offeredFor(1)) ? wish.hours : null} />}
      <p role="status" className={styles.notice}>
        {notice}
      </p>
      <FieldError id={id} error={error} alert={alert} />
      <ZoneChoice zone={zone} onChange={onZone} />
    </div>
  );
}

/** The room that the days will take: which days they are is known in the visitor's browser only. */
const placeholders = Array.from({ length: WINDOW_DAYS }, (_, index) => (
  <div key={index} className={styles.header} aria-hidden="true" />
));

function useClickOutside(root: RefObject<HTMLElement | null>, onOutside: () => void): void {
  const latest = useRef(onOutside);
  latest.current = onOutside;
  useEffect(() => {
    // On click, not on pointerdown: the list moves what is below it, which must not escape a click that has begun.
    // By the path of the click: what it pressed may be gone from the page by now.
    const outside = (event: MouseEvent) =>
      root.current && !event.composedPath().includes(root.current) && latest.current();
    document.addEventListener('click', outside);
    return () => document.removeEventListener('click', outside);
  }, [root]);
}
