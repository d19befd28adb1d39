import type { FieldWiring } from '@carry/remote-kit';
import type { Availability } from '@carry/remote-kit/own-answers';
import { Setting, TextField } from '@carry/ui';
import { Suspense } from 'react';
import styles from './availability.module.css';
import { DeviceZone } from './on-demand';
import { Windows } from './windows';

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const week = [1, 2, 3, 4, 5, 6, 0];
export const dayName = (weekday: number): string => names[weekday] ?? '';

export interface WeeklyProps {
  hours: Availability;
  field(name: `weekly-${number}` | 'zone'): FieldWiring;
  onChange(change: Partial<Availability>): void;
}

export function Weekly({ hours, field, onChange }: WeeklyProps) {
  const set = (weekday: number, windows: Availability['weekly'][number]) =>
    onChange({ weekly: hours.weekly.map((before, at) => (at === weekday ? windows : before)) });
  return (
    <Setting
      title="Weekly hours"
      description="Students can book full hours within these times. They're in your time zone, and 9 AM stays 9 AM when the clocks change. Students see them in theirs."
    >
      <TextField
        {...field('zone')}
        label="Your time zone"
        list="zones"
        autoComplete="off"
        required
        value={hours.time_zone}
        onChange={({ target }) => onChange({ time_zone: target.value })}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Suspense>
        <DeviceZone zone={hours.time_zone} id={field('zone').id} onChange={onChange} />
      </Suspense>
      <ul className={styles.days}>
        {week.map((weekday) => {
          const { id, error, alert } = field(`weekly-${weekday}`);
          return (
            <li key={weekday}>
              <strong>{dayName(weekday)}</strong>
              <Windows
                id={id}
                day={dayName(weekday)}
                windows={hours.weekly[weekday] ?? []}
                error={error}
                alert={alert}
                onChange={(windows) => set(weekday, windows)}
              />
            </li>
          );
        })}
      </ul>
    </Setting>
  );
}
