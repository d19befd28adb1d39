import { countdown, isApiError, unbroken, useShell, useTime } from '@carry/remote-kit';
import type { CoachBooking, Status } from '@carry/remote-kit/api';
import { formatDate } from '@carry/remote-kit/format';
import { Card, calendar, Icon, LinkButton, SelectField } from '@carry/ui';
import { useCallback, useState } from 'react';
import { setStatus } from './api';
import styles from './bookings.module.css';
import { CoachNotes } from './coach-notes';
import { Contact } from './contact';
import {
  describePayment,
  describeRefund,
  formatLength,
  getPreviousStart,
  getServiceName,
  getStart,
  getStudent,
} from './describe';

const STATUSES: { value: Status; label: string }[] = [
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'completed', label: 'Completed' },
];
const formatTime = (time: number) =>
  unbroken(formatDate(time, { dateStyle: 'full', timeStyle: 'short' }));

export const BookingDetail = ({ booking }: { booking: CoachBooking }) => (
  <div className={styles.detail}>
    <Card>
      <dl className={styles.facts}>
        <dt>Booking</dt>
        <dd>{booking.id}</dd>
        <dt>Session time</dt>
        <dd>
          <SessionTime start={getStart(booking)} />
        </dd>
        <MovedFrom before={getPreviousStart(booking)} />
        <dt>Duration</dt>
        <dd>{booking.duration_minutes ?? 0} minutes</dd>
        <dt>Service</dt>
        <dd>{getServiceName(booking) ?? 'Unknown'}</dd>
        <Fact
          name="Quantity"
          value={getStart(booking) === null ? formatLength(booking) : undefined}
        />
        <Payment booking={booking} />
        <Fact name="Student" value={formatStudent(booking)} />
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

function Payment({ booking }: { booking: CoachBooking }) {
  const payment = describePayment(booking);
  return payment && <Fact name={payment.label} value={payment.amount} />;
}

const formatStudent = (booking: CoachBooking) => {
  const { name, nth } = getStudent(booking);
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
      <dd>{formatTime(before)}</dd>
    </>
  );

function SessionTime({ start }: { start: number | null }) {
  const left = useTime(
    useCallback((now) => (start === null ? null : countdown(start, now)), [start]),
  );
  if (start === null) return 'TBD';
  return (
    <>
      {formatTime(start)}
      <br />
      <strong>{left}</strong>
    </>
  );
}

function UpdateStatus({ booking }: { booking: CoachBooking }) {
  const { api, notify } = useShell();
  const [current, setCurrent] = useState(booking.status ?? '');
  // optimistic update with rollback
  const write = async (next: Status, before: string) => {
    setCurrent(next);
    try {
      await setStatus(api, booking.id, next);
      const previous = STATUSES.find(({ value }) => value === before)?.value;
      notify.toast(
        'Status updated',
        previous && previous !== next
          ? { label: 'Undo', run: () => void write(previous, next) }
          : undefined,
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
    const note = next === 'cancelled' ? describeRefund(booking) : undefined;
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
