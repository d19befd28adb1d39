import {
  bookingZone,
  browserZone,
  Form,
  isApiError,
  nameOtherZone,
  unbroken,
  useForm,
  useIsBefore,
  useShell,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatDate, formatZone } from '@carry/remote-kit/format';
import type { MovedSession } from '@carry/remote-kit/own-answers/account';
import { Button, FieldError } from '@carry/ui';
import { useState } from 'react';
import { moveSession } from './api';
import { DayChips } from './day-chips';
import { type DayOfTimes, groupByDay } from './days';
import styles from './move.module.css';
import { useOtherTimes } from './use-other-times';

/** 12-hour, as on the booking page. */
const TIME = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const formatTime = (start: string, timeZone: string) =>
  formatDate(Date.parse(start), { timeZone, ...TIME });

const FINAL = "You can't move or cancel after this.";

/** Returns the deadline that a session would have at another start (ISO 8601); null on a server that sends none. */
function getDeadline({ session_time, move_until }: MySession, start: string): string | null {
  const leadMs = Date.parse(session_time ?? '') - Date.parse(move_until ?? '');
  const deadline = Date.parse(start) - leadMs;
  return Number.isNaN(deadline) ? null : new Date(deadline).toISOString();
}

export interface MoveFormProps {
  session: MySession;
  /** `zone`: time zone that the student saw; the session keeps it. */
  onDone(moved: MovedSession, zone: string): void;
  onCancel(): void;
}

export function MoveForm({ session, onDone, onCancel }: MoveFormProps) {
  const { api, notify } = useShell();
  const times = useOtherTimes(session);
  const [zone, setZone] = useState(() => bookingZone(session.time_zone));
  const [start, setStart] = useState('');
  const [openDay, setOpenDay] = useState('');
  const deadline = getDeadline(session, start);
  const isChangeable = useIsBefore(deadline);
  const isFinal = deadline !== null && !isChangeable;
  const form = useForm<'start'>(`move-${session.id}`, async () => {
    if (!start) return { errors: { start: 'Please choose a new time.' } };
    const labels = { confirm: 'Move session', cancel: 'Keep current time' };
    if (isFinal && !(await notify.confirm('Move to this time?', FINAL, labels))) return undefined;
    try {
      onDone(await moveSession(api, session.id, { session_time: start, time_zone: zone }), zone);
    } catch (error) {
      await notify.alert(
        'Failed to move the session',
        (isApiError(error) && error.detail) || undefined,
      );
    }
    return undefined;
  });
  const { id, error, alert } = form.field('start');
  const days = groupByDay(times.starts, zone);
  const day = days.find(({ key }) => key === openDay) ?? days[0];
  return (
    <Form of={form} className={styles.form}>
      <p>
        Length and price stay the same. We'll let your coach know.{' '}
        <ZoneSentence zone={zone} onChange={setZone} />
      </p>
      <p id={`${id}-title`} className={styles.title}>
        New time
      </p>
      <DayChips days={days} open={day?.key} chosen={start} controls={id} onOpen={setOpenDay} />
      <div
        id={id}
        tabIndex={-1}
        role="radiogroup"
        aria-labelledby={`${id}-title`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required
      >
        {day && <Times id={id} day={day} zone={zone} chosen={start} onChoose={setStart} />}
        <FieldError id={id} error={error} alert={alert} />
      </div>
      <p role="status" className={styles.state}>
        {getStatusText(times)}
        {isFinal && FINAL}
        {deadline &&
          isChangeable &&
          `Free to move or cancel until ${formatMoment(deadline, zone)}.`}
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy} busyLabel="Moving...">
          Move to this time
        </Button>
        {times.loadMore && (
          <Button variant="quiet" onClick={times.loadMore}>
            {times.state === 'failed' ? 'Retry' : 'Show later times'}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Keep current time
        </Button>
      </div>
    </Form>
  );
}

const formatMoment = (moment: string, timeZone: string) =>
  unbroken(formatDate(Date.parse(moment), { timeZone, ...DAY, ...TIME }));

interface ZoneSentenceProps {
  zone: string;
  onChange(zone: string): void;
}

function ZoneSentence({ zone, onChange }: ZoneSentenceProps) {
  const other = nameOtherZone(zone);
  if (!other) return `Times are in your time zone, ${formatZone(zone)}.`;
  return (
    <>
      Times are in <span translate="no">{other}</span> time.{' '}
      <button type="button" className={styles.zone} onClick={() => onChange(browserZone())}>
        Use {formatZone(browserZone())} time
      </button>
    </>
  );
}

interface TimesProps {
  id: string;
  day: DayOfTimes;
  zone: string;
  chosen: string;
  onChoose(start: string): void;
}

const Times = ({ id, day, zone, chosen, onChoose }: TimesProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout
  <div role="group" aria-label={day.label} className={styles.day}>
    <p aria-hidden="true">{day.label}</p>
    <div className={styles.times}>
      {day.starts.map((start) => (
        <label key={start}>
          <input
            type="radio"
            id={`${id}-${Date.parse(start)}`}
            name="start"
            value={start}
            checked={start === chosen}
            onChange={() => onChoose(start)}
          />
          <span>{formatTime(start, zone)}</span>
        </label>
      ))}
    </div>
  </div>
);

function getStatusText({
  state,
  problem,
  starts,
  loadMore,
}: ReturnType<typeof useOtherTimes>): string {
  if (state === 'loading') return 'Loading times...';
  if (state === 'failed') return problem ?? "We couldn't load the times.";
  if (starts.length > 0) return '';
  return loadMore ? 'No other times this week.' : 'Your coach has no other times.';
}
