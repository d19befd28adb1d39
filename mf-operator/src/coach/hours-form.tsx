import { Form, textOf, useForm, useShell } from '@carry/remote-kit';
import { isTimeZone } from '@carry/remote-kit/format';
import { MAX_BUFFER, MAX_DAYS_AHEAD } from '@carry/remote-kit/limits';
import type { Availability } from '@carry/remote-kit/own-answers';
import {
  areAllTooShort,
  MAX_BOOKABLE_NOTICE,
  NO_ROOM,
  noticeProblem,
} from '@carry/remote-kit/windows';
import { Button, Setting, TextField } from '@carry/ui';
import { editAvailability } from './api';
import { parseWhole, parseWindows, printWindows } from './parse';
import { useSave } from './use-save';

/** Days in the order of a week that begins on Monday; numbers as in the API. */
const DAYS = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
] as const;

const RULES = [
  {
    name: 'buffer',
    of: 'buffer_minutes',
    label: 'Break around a session (minutes)',
    min: 0,
    max: MAX_BUFFER,
  },
  {
    name: 'notice',
    of: 'notice_minutes',
    label: 'Minutes of notice',
    min: 0,
    max: MAX_BOOKABLE_NOTICE,
  },
  { name: 'ahead', of: 'days_ahead', label: 'Days ahead', min: 1, max: MAX_DAYS_AHEAD },
] as const;

type Field = 'zone' | `day-${number}` | (typeof RULES)[number]['name'];
type Problems = Partial<Record<Field, string>>;

function readHours(
  values: FormData,
  before: Availability,
): { hours: Availability } | { errors: Problems } {
  const errors: Problems = {};
  const zone = textOf(values, 'zone').trim();
  if (!isTimeZone(zone)) errors.zone = 'Please enter a time zone such as Europe/Berlin.';
  const weekly = before.weekly.map((windows, day) => {
    const { value, problem } = parseWindows(textOf(values, `day-${day}`));
    if (problem) errors[`day-${day}`] = problem;
    return value ?? windows;
  });
  const hours = { ...before, time_zone: zone, weekly };
  for (const { name, of, min, max } of RULES) {
    const value = parseWhole(textOf(values, name), min);
    if (value === null || value > max)
      errors[name] = `Please enter a number from ${min} to ${max}.`;
    else hours[of] = value;
  }
  if (Object.keys(errors).length === 0) addConflicts(errors, hours);
  return Object.keys(errors).length > 0 ? { errors } : { hours };
}

/** Adds the errors of hours that students can never book. */
function addConflicts(errors: Problems, hours: Availability): void {
  const problem = noticeProblem(hours);
  if (problem) errors.notice = problem;
  const [day] = DAYS.find(([weekday]) => hours.weekly[weekday]?.length) ?? [];
  if (day !== undefined && areAllTooShort(hours)) errors[`day-${day}`] = NO_ROOM;
}

/** Weekly hours of a coach. Special days stay. */
export function HoursForm({ id, hours: before }: { id: number; hours: Availability }) {
  const { api } = useShell();
  const save = useSave('coach-hours', before);
  const form = useForm<Field>('coach-hours', async (values) => {
    const read = readHours(values, before);
    if ('errors' in read) return read;
    return save((seen) => editAvailability(api, id, { hours: read.hours, seen }), 'Hours saved');
  });
  return (
    <Setting
      title="Hours"
      description="Hours of each day in the coach's time zone, such as 10:00-12:30, 14:00-18:00. Leave a day empty to close it. Booked sessions and special days stay."
    >
      <Form of={form} guarded>
        <TextField
          {...form.field('zone')}
          label="Time zone"
          defaultValue={before.time_zone}
          autoComplete="off"
          required
        />
        {DAYS.map(([day, name]) => (
          <TextField
            key={day}
            {...form.field(`day-${day}`)}
            label={name}
            defaultValue={printWindows(before.weekly[day])}
            autoComplete="off"
          />
        ))}
        {RULES.map(({ name, of, label }) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={label}
            inputMode="numeric"
            defaultValue={String(before[of])}
            autoComplete="off"
            required
          />
        ))}
        <Button type="submit" busy={form.busy} busyLabel="Saving...">
          Save hours
        </Button>
      </Form>
    </Setting>
  );
}
