import { useState } from 'react';
import { FieldError, type FieldProps } from './field';
import styles from './time-picker.module.css';

export interface DayOfTimes {
  /** Date, such as "2026-11-22". */
  key: string;
  label: string;
  weekday: string;
  dayOfMonth: string;
  /** Soonest first; `start` is an ISO 8601 time. */
  times: { start: string; label: string }[];
}

export interface TimePickerProps extends Omit<FieldProps, 'hint'> {
  days: readonly DayOfTimes[];
  value: string;
  onChange(start: string): void;
}

export function TimePicker({
  id,
  name,
  label,
  days,
  value,
  error,
  alert,
  onChange,
}: TimePickerProps) {
  const [openDay, setOpenDay] = useState('');
  const day = days.find(({ key }) => key === openDay) ?? days[0];
  return (
    <>
      <p id={`${id}-title`} className={styles.title}>
        {label}
      </p>
      <DayChips days={days} open={day?.key} chosen={value} controls={id} onOpen={setOpenDay} />
      <div
        id={id}
        tabIndex={-1}
        role="radiogroup"
        aria-labelledby={`${id}-title`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required
      >
        {day && <Times id={id} name={name} day={day} chosen={value} onChoose={onChange} />}
        <FieldError id={id} error={error} alert={alert} />
      </div>
    </>
  );
}

interface DayChipsProps {
  days: readonly DayOfTimes[];
  open: string | undefined;
  chosen: string;
  controls: string;
  onOpen(key: string): void;
}

const countTimes = ({ times }: DayOfTimes) =>
  times.length === 1 ? '1 time' : `${times.length} times`;

const DayChips = ({ days, open, chosen, controls, onOpen }: DayChipsProps) => (
  <div className={styles.chips}>
    {days.map((day) => (
      <button
        key={day.key}
        type="button"
        aria-expanded={day.key === open}
        aria-controls={controls}
        aria-label={`${day.label}, ${countTimes(day)}`}
        data-chosen={day.times.some(({ start }) => start === chosen) || undefined}
        onClick={() => onOpen(day.key)}
      >
        {day.weekday} <b>{day.dayOfMonth}</b>
        <span>{countTimes(day)}</span>
      </button>
    ))}
  </div>
);

interface TimesProps {
  id: string;
  name: string;
  day: DayOfTimes;
  chosen: string;
  onChoose(start: string): void;
}

const Times = ({ id, name, day, chosen, onChoose }: TimesProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
  <div role="group" aria-label={day.label} className={styles.day}>
    <p aria-hidden="true">{day.label}</p>
    <div className={styles.times}>
      {day.times.map(({ start, label }) => (
        <label key={start}>
          <input
            type="radio"
            id={`${id}-${Date.parse(start)}`}
            name={name}
            value={start}
            checked={start === chosen}
            onChange={() => onChoose(start)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  </div>
);
