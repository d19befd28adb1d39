import { isApiError, useShell, useUnsavedChanges } from '@carry/remote-kit';
import type { CoachBooking, Status } from '@carry/remote-kit/api';
import { Button, SelectField } from '@carry/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { setStatus } from './api';
import styles from './bookings.module.css';
import { describeRefund } from './describe';

const STATUSES: { value: Status; label: string }[] = [
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'completed', label: 'Completed' },
];

const NOTE = 'booking-status-note';

interface UpdateStatusProps {
  booking: CoachBooking;
  onStatus(status: Status): void;
}

export function UpdateStatus(props: UpdateStatusProps) {
  const { current, change } = useStatus(props);
  const { typed, save, listeners } = useTypedStatus(current, change);
  const select = useRef<HTMLDivElement>(null);
  const value = typed ?? current;
  return (
    <>
      <div ref={select}>
        <SelectField
          id="booking-status"
          name="status"
          label="Update Status"
          aria-describedby={typed ? NOTE : undefined}
          value={value}
          {...listeners}
        >
          {!STATUSES.some((status) => status.value === value) && (
            <option value={value}>{value || 'unknown'}</option>
          )}
          {STATUSES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <p id={NOTE} role="status" className={styles.state}>
        {typed && 'Not saved yet. Press Enter or Save Status.'}
      </p>
      {typed && (
        <p>
          <Button
            onClick={() => {
              select.current?.querySelector('select')?.focus(); // this button goes
              save();
            }}
          >
            Save Status
          </Button>
        </p>
      )}
    </>
  );
}

/** Keys that open or close the list of a select, as Alt with an arrow does. */
const LIST_KEYS = new Set(['Enter', ' ', 'Tab', 'F4']);

/** Holds back a choice made by key on the closed select until it is saved: Chromium and Firefox report each status on the way. */
function useTypedStatus(current: string, change: (status: Status) => Promise<void>) {
  const [typedStatus, hold] = useState<Status | null>(null);
  const typed = typedStatus === current ? null : typedStatus;
  const isKeyDown = useRef(false);
  useEffect(() => hold(null), [current]); // the other side may have changed it meanwhile
  useUnsavedChanges(typed !== null);
  const endKey = () => {
    isKeyDown.current = false;
  };
  const save = () => {
    hold(null);
    if (typed) void change(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    isKeyDown.current = !altKey && !LIST_KEYS.has(key);
    if (key === 'Enter' && typed) {
      event.preventDefault(); // else the same key presses the button of the prompt
      save();
    }
    if (key === 'Escape') hold(null);
  };
  const onChange = ({ target }: { target: { value: string } }) => {
    const next = target.value as Status;
    hold(isKeyDown.current ? next : null);
    if (!isKeyDown.current && next !== current) void change(next);
  };
  return { typed, save, listeners: { onKeyDown, onKeyUp: endKey, onBlur: endKey, onChange } };
}

/** Optimistic updates with rollback, one after another. */
function useStatus({ booking, onStatus }: UpdateStatusProps) {
  const { api, notify } = useShell();
  const [current, setCurrent] = useState(booking.status ?? '');
  const stored = useRef(current);
  useEffect(() => {
    stored.current = booking.status ?? '';
    setCurrent(stored.current);
  }, [booking.status]);
  const queue = useRef(Promise.resolve());
  const send = async (next: Status) => {
    const before = stored.current;
    setCurrent(next);
    try {
      await setStatus(api, booking.id, next);
      stored.current = next;
      onStatus(next);
      notify.toast('Status updated', createUndo(before, next));
    } catch (error) {
      setCurrent(stored.current); // the other side may have changed it meanwhile
      await notify.alert(
        'Failed to update status',
        (isApiError(error) && error.detail) || undefined,
      );
    }
  };
  /** Only our server, which counts unread messages, takes a cancellation back. To cancel again needs the prompt. */
  const createUndo = (before: string, next: Status) => {
    const previous = STATUSES.find(({ value }) => value === before)?.value;
    if (!previous || previous === next) return undefined;
    if (next === 'cancelled' && booking.unread === undefined) return undefined;
    const run = () => (previous === 'cancelled' ? void change(previous) : write(previous));
    return { label: 'Undo', run };
  };
  /** The server could store concurrent changes in either order. */
  const write = (next: Status) => {
    queue.current = queue.current.then(() => send(next));
  };
  const change = async (next: Status) => {
    const isEnd = next === 'cancelled';
    const note = isEnd ? describeRefund(booking) : undefined;
    const labels = isEnd ? { confirm: 'Cancel booking', cancel: 'Keep booking' } : undefined;
    if (await notify.confirm(`Confirm changing status to "${next.toUpperCase()}"?`, note, labels))
      write(next);
  };
  return { current, change };
}
