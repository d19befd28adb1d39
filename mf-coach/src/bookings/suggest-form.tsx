import {
  Form,
  formatStart,
  groupByDay,
  isApiError,
  LaterTimes,
  useForm,
  useIsBefore,
  useOtherTimes,
  useShell,
} from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatZone } from '@carry/remote-kit/format';
import { Button, TimePicker } from '@carry/ui';
import { useState } from 'react';
import { getOtherTimes, suggestTime } from './api';
import styles from './bookings.module.css';

export interface SuggestFormProps {
  booking: CoachBooking;
  /** Deadline of the student for a free change (ISO 8601). */
  cancelUntil: string | null | undefined;
  /** Time zone of the coach. */
  zone: string;
  onDone(): void;
  onCancel(): void;
}

export function SuggestForm({ booking, cancelUntil, zone, onDone, onCancel }: SuggestFormProps) {
  const { id } = booking;
  const { api, notify } = useShell();
  const times = useOtherTimes(
    (from) => getOtherTimes(api, id, from),
    'You have no other free times.',
  );
  const [start, setStart] = useState('');
  const clock = { timeZone: zone, hourCycle: 'h23' } as const;
  const reopenedUntil = useReopenedUntil(booking, { cancelUntil, start });
  const form = useForm<'start'>(`suggest-${id}`, async () => {
    if (!start) return { errors: { start: 'Please choose a time.' } };
    try {
      await suggestTime(api, id, start);
      notify.toast('Suggestion sent');
      onDone();
    } catch (error) {
      await notify.alert(
        "We couldn't send your suggestion.",
        (isApiError(error) && error.detail) || undefined,
      );
      if (!isApiError(error) || error.status !== 409) return undefined;
      setStart(''); // taken
      times.reload();
    }
    return undefined;
  });
  const picker = form.field('start');
  const reopened =
    reopenedUntil &&
    `If your student accepts, they can cancel for free again until ${formatStart(reopenedUntil, clock)}.`;
  const days = groupByDay(times.starts, clock);
  return (
    <Form of={form}>
      <p>
        We'll email your student, who can accept it or keep the current time. Until then, someone
        else can still book it. Times are in <span translate="no">{formatZone(zone)}</span> time.
      </p>
      <TimePicker
        {...picker}
        label="Suggested time"
        days={days}
        value={start}
        onChange={setStart}
      />
      <p role="status" className={styles.state}>
        {[times.status, reopened].filter(Boolean).join(' ')}
      </p>
      <p>
        <Button type="submit" busy={form.busy} busyLabel="Sending...">
          Send suggestion
        </Button>
        <LaterTimes times={times} picker={picker.id} days={days.length} />
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </Form>
  );
}

interface Choice {
  cancelUntil: string | null | undefined;
  /** Chosen start (ISO 8601); empty without one. */
  start: string;
}

/** Returns until when the chosen start allows a free cancellation that is over now (ISO 8601); else null. */
function useReopenedUntil(
  { session_time }: CoachBooking,
  { cancelUntil, start }: Choice,
): string | null {
  const isCancellable = useIsBefore(cancelUntil);
  const leadMs = Date.parse(session_time ?? '') - Date.parse(cancelUntil ?? '');
  const time = Date.parse(start) - leadMs;
  const until = Number.isNaN(time) ? null : new Date(time).toISOString();
  const isAhead = useIsBefore(until);
  return isAhead && !isCancellable ? until : null;
}
