import { countdown, isApiError, unbroken, useShell, useTime } from '@carry/remote-kit';
import type { CoachBooking, Status } from '@carry/remote-kit/api';
import { Card, calendar, Icon, LinkButton, SelectField } from '@carry/ui';
import { useCallback, useState } from 'react';
import { setStatus } from './api';
import styles from './bookings.module.css';
import { CoachNotes } from './coach-notes';
import { Contact } from './contact';
import {
  amountOf,
  lengthOf,
  movedFrom,
  refundNote,
  serviceOf,
  startOf,
  studentOf,
} from './describe';

const STATUSES: { value: Status; label: string }[] = [
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'completed', label: 'Completed' },
];
const format = () => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const inWords = (time: number) => unbroken(format().format(time));

export const BookingDetail = ({ booking }: { booking: CoachBooking }) => (
  <div className={styles.detail}>
    <Card>
      <dl className={styles.facts}>
        <dt>Booking</dt>
        <dd>{booking.id}</dd>
        <dt>Session time</dt>
        <dd>
          <SessionTime start={startOf(booking)} />
        </dd>
        <MovedFrom before={movedFrom(booking)} />
        <dt>Duration</dt>
        <dd>{booking.duration_minutes ?? 0} minutes</dd>
        <dt>Service</dt>
        <dd>{serviceOf(booking) ?? 'Unknown'}</dd>
        <Fact name="Quantity" value={startOf(booking) === null ? lengthOf(booking) : undefined} />
        <Fact name="Paid" value={amountOf(booking)} />
        <Fact name="Student" value={whoBooked(booking)} />
        <dt>Contact</dt>
        <dd>{booking.contact_info ? <Contact text={booking.contact_info} /> : 'N/A'}</dd>
        <dt>Details</dt>
        <dd className={styles.details} dir="auto">
          {booking.details || 'N/A'}
        </dd>
      </dl>
      {booking.status === 'confirmed' && booking.calendar_url && (
        <p>
          <LinkButton href={booking.calendar_url} variant="quiet">
            <Icon path={calendar} /> Add to calendar
          </LinkButton>
        </p>
      )}
    </Card>
    <Card>
      <UpdateStatus booking={booking} />
      <CoachNotes booking={booking} />
    </Card>
  </div>
);

const whoBooked = (booking: CoachBooking) => {
  const { name, nth } = studentOf(booking);
  return [name, nth].filter(Boolean).join(' · ') || undefined;
};

const Fact = ({ name, value }: { name: string; value: string | undefined }) =>
  value === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );

const MovedFrom = ({ before }: { before: number | null }) =>
  before === null ? null : (
    <>
      <dt>Moved from</dt>
      <dd>{inWords(before)}</dd>
    </>
  );

function SessionTime({ start }: { start: number | null }) {
  const left = useTime(
    useCallback((now) => (start === null ? null : countdown(start, now)), [start]),
  );
  if (start === null) return 'TBD';
  return (
    <>
      {inWords(start)}
      <br />
      <strong>{left}</strong>
    </>
  );
}

function UpdateStatus({ booking }: { booking: CoachBooking }) {
  const { api, notify } = useShell();
  const [current, setCurrent] = useState(booking.status ?? '');
  const write = async (next: Status, before: string) => {
    setCurrent(next);
    try {
      await setStatus(api, booking.id, next);
      const known = STATUSES.find(({ value }) => value === before)?.value;
      notify.toast(
        'Status updated',
        known && known !== next ? { label: 'Undo', run: () => void write(known, next) } : undefined,
      );
    } catch (error) {
      setCurrent(before);
      await notify.alert(
        'Failed to update status',
        (isApiError(error) && error.detail) || undefined,
      );
    }
  };
  const change = async (next: Status) => {
    const note = next === 'cancelled' ? refundNote(booking) : undefined;
    if (await notify.confirm(`Confirm changing status to "${next.toUpperCase()}"?`, note))
      await write(next, current);
  };
  return (
    <SelectField
      id="booking-status"
      name="status"
      label="Update Status"
      value={current}
      onChange={({ target }) => void change(target.value as Status)}
    >
      {!STATUSES.some(({ value }) => value === current) && (
        <option value={current}>{current || 'unknown'}</option>
      )}
      {STATUSES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
