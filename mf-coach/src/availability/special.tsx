import { type FieldWiring, useShell, useUnsavedChanges } from '@carry/remote-kit';
import { dateIn, isTimeZone } from '@carry/remote-kit/format';
import { MAX_SPECIAL_DAYS } from '@carry/remote-kit/limits';
import type { Availability } from '@carry/remote-kit/own-answers';
import { Button, FieldError, Setting } from '@carry/ui';
import { type ChangeEvent, Suspense, useState } from 'react';
import styles from './availability.module.css';
import { DAY_MS, formatDay } from './days';
import { DaysOff, groupDays } from './days-off';
import { BookedSessions } from './on-demand';
import { TOO_MANY_DAYS } from './problems';
import { RemoveButton } from './remove-button';
import { Windows } from './windows';

/** Days from one date to another, both included; at most one more than can be stored. */
function daysBetween(from: string, until: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(until)];
  const count = Math.min((last - first) / DAY_MS + 1, MAX_SPECIAL_DAYS + 1);
  return Array.from({ length: Math.max(count, 0) }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10),
  );
}

export interface SpecialProps {
  hours: Availability;
  field(name: `special-${string}`): FieldWiring;
  onChange(change: Partial<Availability>): void;
}

export function Special({ hours, field, onChange }: SpecialProps) {
  const { special, time_zone: zone } = hours;
  return (
    <Setting
      title="Days off and special hours"
      description="These replace your weekly hours on that day. Sessions already booked stay."
    >
      {special.length > 0 && <Days special={special} field={field} onChange={onChange} />}
      <AddDaysOff
        special={special}
        zone={zone}
        field={field('special-date')}
        onChange={(special) => onChange({ special })}
      />
    </Setting>
  );
}

type SpecialDay = Availability['special'][number];

function Days({
  special,
  field,
  onChange,
}: Pick<SpecialProps, 'field' | 'onChange'> & { special: SpecialDay[] }) {
  const [single, setSingle] = useState<ReadonlySet<string>>(new Set());
  const wrong = special.map(({ date }) => date).filter((date) => field(`special-${date}`).error);
  const remove = (days: SpecialDay[]) =>
    onChange({ special: special.filter((day) => !days.includes(day)) });
  return (
    <ul className={styles.days}>
      {groupDays(special, new Set([...single, ...wrong])).map((days) => {
        const [first, last] = [days[0], days.at(-1)];
        if (!first || !last) return null;
        return days.length === 1 ? (
          <Day
            key={first.date}
            day={first}
            field={field}
            onChange={(changed) =>
              onChange({ special: special.map((day) => (day === first ? changed : day)) })
            }
            onRemove={() => remove(days)}
          />
        ) : (
          <DaysOff
            key={first.date}
            first={first.date}
            last={last.date}
            count={days.length}
            onSplit={() => setSingle(new Set([...single, ...days.map(({ date }) => date)]))}
            onRemove={() => remove(days)}
          />
        );
      })}
    </ul>
  );
}

interface DayProps extends Pick<SpecialProps, 'field'> {
  day: SpecialDay;
  onChange(day: SpecialDay): void;
  onRemove(): void;
}

function Day({ day, field, onChange, onRemove }: DayProps) {
  const { id, error, alert } = field(`special-${day.date}`);
  const name = formatDay(day.date);
  return (
    <li>
      <strong>{name}</strong>
      <Windows
        id={id}
        day={name}
        windows={day.windows}
        error={error}
        alert={alert}
        onChange={(windows) => onChange({ ...day, windows })}
      />
      <RemoveButton of={name} onRemove={onRemove} />
    </li>
  );
}

interface AddDaysOffProps {
  special: Availability['special'];
  zone: string;
  field: FieldWiring;
  onChange(special: Availability['special']): void;
}

/** Browsers report a year while it is typed: 0002, 0020, 0202. */
const isWhole = (date: string) => date >= '1000';
const isWholeRange = (from: string, until: string) =>
  isWhole(from) && (until === '' || isWhole(until));

interface TypedRange {
  from: string;
  until: string;
  /** Date in the coach's time zone; empty: unknown. */
  today: string;
  isTooLong: boolean;
  isListed: boolean;
}

interface RangeProblem {
  text: string;
  /** The wrong input; absent: each that has a date. */
  input?: 'from' | 'until';
}

/** Returns why a range of days cannot be added, or null. Also null while a date is typed. */
function rangeProblem({ from, until, today, isTooLong, isListed }: TypedRange) {
  if (!isWholeRange(from, until)) return null;
  if (from < today) return { text: 'Choose today or a later day.', input: 'from' } as const;
  if (until && until < from)
    return { text: 'Choose an end on or after the first day.', input: 'until' } as const;
  if (isTooLong) return { text: TOO_MANY_DAYS };
  return isListed ? { text: 'Already on your list.' } : null;
}

const UNTIL = 'availability-special-until';

/** Adds one day off or a range of them. Days that are listed already keep their hours. */
function AddDaysOff({ special, zone, field, onChange }: AddDaysOffProps) {
  const { id, error, alert } = field;
  const shell = useShell();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [lacksDate, setLacksDate] = useState(false);
  useUnsavedChanges(from !== '' || until !== '');
  const added = daysBetween(from, until || from).filter((date) =>
    special.every((day) => day.date !== date),
  );
  const isTooLong = special.length + added.length > MAX_SPECIAL_DAYS;
  const today = isTimeZone(zone) ? dateIn(zone, shell.now()) : '';
  const mistake: RangeProblem | null = rangeProblem({
    from,
    until,
    today,
    isTooLong,
    isListed: added.length === 0,
  });
  const missing = isWhole(from) ? 'until' : 'from';
  const refusal = mistake ?? (lacksDate ? { text: 'Please choose a date.', input: missing } : null);
  const problem = refusal ?? (error && (from || until) ? { text: error } : null);
  const wire = (input: 'from' | 'until', date: string) => {
    const isWrong = problem && (problem.input ? problem.input === input : date !== '');
    return isWrong ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {};
  };
  const type = (set: (date: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    setLacksDate(false);
    set(event.target.value);
  };
  const add = () => {
    if (!isWholeRange(from, until)) {
      setLacksDate(true); // Safari shows today in an empty field
      document.getElementById(missing === 'until' ? UNTIL : id)?.focus();
      return;
    }
    const days = [...special, ...added.map((date) => ({ date, windows: [] }))];
    onChange(days.sort((a, b) => a.date.localeCompare(b.date)));
    setFrom('');
    setUntil('');
  };
  return (
    <>
      <div className={styles.add}>
        <label>
          Date
          <input
            type="date"
            id={id}
            name="special-date"
            {...wire('from', from)}
            className={styles.date}
            min={today}
            value={from}
            onChange={type(setFrom)}
          />
        </label>
        <label>
          Until (optional)
          <input
            type="date"
            id={UNTIL}
            name="special-until"
            {...wire('until', until)}
            className={styles.date}
            min={from || today}
            value={until}
            onChange={type(setUntil)}
          />
        </label>
        <Button variant="quiet" disabled={mistake !== null} onClick={add}>
          {added.length > 1 && !isTooLong ? `Add ${added.length} days off` : 'Add a day off'}
        </Button>
        <FieldError id={id} error={problem?.text} alert={alert || refusal !== null} />
      </div>
      <Suspense>
        <BookedSessions
          from={from}
          until={until}
          isWrong={mistake !== null}
          special={special}
          zone={zone}
        />
      </Suspense>
    </>
  );
}
