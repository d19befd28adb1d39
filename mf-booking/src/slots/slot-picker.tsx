import type { FieldWiring } from '@carry/remote-kit';
import { browserZone, SettingLink } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { FieldError } from '@carry/ui';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { offeredTimes, type SlotRequest, type Slots } from './availability';
import { DayRow } from './day-row';
import { type Day, WINDOW_DAYS } from './days';
import styles from './slots.module.css';
import { ZoneChoice } from './zone-choice';

export interface SlotPickerProps extends Pick<FieldWiring, 'id' | 'error' | 'alert'> {
  coachName: string;
  days: Day[];
  slots: Slots;
  request: SlotRequest;
  value: SelectedSlot | null;
  zone: string | null;
  notice: string | null;
  onChange(slot: SelectedSlot | null): void;
  onZone(zone: string | null): void;
  onReload(date: string): void;
}

/** Slot picker for seven days, one open at a time. Offers only starts where the requested hours fit. */
export function SlotPicker({
  id,
  coachName,
  days,
  slots,
  request,
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
    days.map(({ date }) => offeredTimes(date, slots, { ...request, hours }));
  const offered = offeredFor(request.hours);
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
      <div role="status">
        {none && (
          <NoTimes
            coachName={coachName}
            hours={request.hours > 1 && !isEmpty(offeredFor(1)) ? request.hours : null}
          />
        )}
      </div>
      <p role="status" className={styles.notice}>
        {notice}
      </p>
      <FieldError id={id} error={error} alert={alert} />
      <ZoneChoice zone={zone} onChange={onZone} />
    </div>
  );
}

/** Explains an empty week. `hours` is set if fewer hours would fit. */
function NoTimes({ coachName, hours }: { coachName: string; hours: number | null }) {
  return (
    <p className={styles.none}>
      {hours === null ? (
        <>
          <bdi>{coachName}</bdi> has no free times in the next {WINDOW_DAYS} days. Check back soon,
          or ask on the <SettingLink name="discordInviteUrl">Discord server</SettingLink>.
        </>
      ) : (
        `No ${hours}-hour slot is free in the next ${WINDOW_DAYS} days. Please choose fewer hours.`
      )}
    </p>
  );
}

/** Reserves space until the days are known. */
const placeholders = Array.from({ length: WINDOW_DAYS }, (_, index) => (
  <div key={index} className={styles.header} aria-hidden="true" />
));

function useClickOutside(root: RefObject<HTMLElement | null>, onOutside: () => void): void {
  const close = useEffectEvent(onOutside);
  useEffect(() => {
    // Closing on pointerdown would move the click's target away.
    // `composedPath` still contains targets that have been removed.
    const outside = (event: MouseEvent) =>
      root.current && !event.composedPath().includes(root.current) && close();
    document.addEventListener('click', outside);
    return () => document.removeEventListener('click', outside);
  }, [root]);
}
