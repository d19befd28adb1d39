import { BOOKABLE_DAYS, type FieldWiring } from '@carry/remote-kit';
import { MAX_DAYS_AHEAD } from '@carry/remote-kit/limits';
import type { Availability } from '@carry/remote-kit/own-answers';
import { SelectField, Setting, TextField } from '@carry/ui';
import { Fields } from '../own/parts';

const buffers = [0, 5, 10, 15, 30, 45, 60, 90, 120];
const notices = [0, 60, 120, 240, 480, 720, 1440, 2880, 4320, 7200];

function formatMinutes(minutes: number): string {
  if (minutes === 0) return 'None';
  const [size, unit] =
    minutes % 1440 === 0 ? [1440, 'day'] : minutes % 60 === 0 ? [60, 'hour'] : [1, 'minute'];
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const addCurrent = (choices: number[], current: number) =>
  [...new Set([...choices, current])].sort((a, b) => a - b);

export interface RulesProps {
  hours: Availability;
  field(name: 'buffer' | 'notice' | 'ahead'): FieldWiring;
  onChange(change: Partial<Availability>): void;
}

export function Rules({ hours, field, onChange }: RulesProps) {
  const options = (choices: number[], current: number) =>
    addCurrent(choices, current).map((minutes) => (
      <option key={minutes} value={minutes}>
        {formatMinutes(minutes)}
      </option>
    ));
  return (
    <Setting
      title="Breaks and notice"
      description={`These apply to new bookings only. Students book up to ${BOOKABLE_DAYS} days ahead. They can move a session to any day within “Days ahead”.`}
    >
      <Fields>
        <SelectField
          {...field('buffer')}
          label="Break around a session"
          value={hours.buffer_minutes}
          onChange={({ target }) => onChange({ buffer_minutes: Number(target.value) })}
        >
          {options(buffers, hours.buffer_minutes)}
        </SelectField>
        <SelectField
          {...field('notice')}
          label="Minimum notice"
          value={hours.notice_minutes}
          onChange={({ target }) => onChange({ notice_minutes: Number(target.value) })}
        >
          {options(notices, hours.notice_minutes)}
        </SelectField>
        <TextField
          {...field('ahead')}
          label="Days ahead"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_DAYS_AHEAD}
          required
          value={hours.days_ahead || ''}
          onChange={({ target }) => onChange({ days_ahead: Number(target.value) })}
        />
      </Fields>
    </Setting>
  );
}
