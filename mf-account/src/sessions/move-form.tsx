import {
  bookingZone,
  browserZone,
  Form,
  formatStart,
  groupByDay,
  LaterTimes,
  nameOtherZone,
  useForm,
  useIsBefore,
  useOtherTimes,
  useShell,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatZone } from '@carry/remote-kit/format';
import type { MovedSession } from '@carry/remote-kit/own-answers';
import { Button, TimePicker } from '@carry/ui';
import { useState } from 'react';
import { getOtherTimes, moveSession } from './api';
import { FINAL, getDeadline } from './deadline';
import styles from './move.module.css';
import { useRefusal } from './use-refusal';

export interface MoveFormProps {
  session: MySession;
  /** `zone`: time zone that the student saw; the session keeps it. */
  onDone(moved: MovedSession, zone: string): void;
  /** Called after a refusal, when the session may have changed. */
  onRefused(): void;
  onCancel(): void;
}

export function MoveForm({ session, onDone, onRefused, onCancel }: MoveFormProps) {
  const { api, notify } = useShell();
  const fail = useRefusal(onRefused);
  const times = useOtherTimes(
    (from) => getOtherTimes(api, session.id, from),
    'Your coach has no other times.',
  );
  const [zone, setZone] = useState(() => bookingZone(session.time_zone));
  const [start, setStart] = useState('');
  const clock = { timeZone: zone, hourCycle: 'h12' } as const; // as on the booking page
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
      if (!(await fail('Failed to move the session', error))) return undefined;
      setStart(''); // taken
      times.reload();
    }
    return undefined;
  });
  const picker = form.field('start');
  const days = groupByDay(times.starts, clock);
  const until =
    deadline && (isFinal ? FINAL : `Free to move or cancel until ${formatStart(deadline, clock)}.`);
  return (
    <Form of={form} className={styles.form}>
      <p>
        Length and price stay the same. We'll let your coach know.{' '}
        <ZoneSentence zone={zone} picker={picker.id} onChange={setZone} />
      </p>
      <TimePicker {...picker} label="New time" days={days} value={start} onChange={setStart} />
      <p role="status" className={styles.state}>
        {[times.status, until].filter(Boolean).join(' ')}
      </p>
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy} busyLabel="Moving...">
          Move to this time
        </Button>
        <LaterTimes times={times} picker={picker.id} days={days.length} />
        <Button variant="quiet" onClick={onCancel}>
          Keep current time
        </Button>
      </div>
    </Form>
  );
}

interface ZoneSentenceProps {
  zone: string;
  /** Id of the times, which get the focus because the button disappears. */
  picker: string;
  onChange(zone: string): void;
}

function ZoneSentence({ zone, picker, onChange }: ZoneSentenceProps) {
  const other = nameOtherZone(zone);
  if (!other) return `Times are in your time zone, ${formatZone(zone)}.`;
  return (
    <>
      Times are in <span translate="no">{other}</span> time.{' '}
      <button
        type="button"
        className={styles.zone}
        onClick={() => {
          onChange(browserZone());
          document.getElementById(picker)?.focus();
        }}
      >
        Use {formatZone(browserZone())} time
      </button>
    </>
  );
}
