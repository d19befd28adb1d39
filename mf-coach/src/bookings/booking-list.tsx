import { assetPath, unbroken, useShell, useTime } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatDate } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { Button, Card, DateBlock, LinkButton, SelectField, State, StatusPill } from '@carry/ui';
import { Link, useSearchParams } from 'react-router-dom';
import empty from '../art/empty.svg';
import styles from './bookings.module.css';
import { Contact } from './contact';
import {
  describePayment,
  formatLength,
  getPreviousStart,
  getServiceName,
  getStart,
  getStudent,
} from './describe';
import {
  DATE_FILTERS,
  type DateFilter,
  filterBookings,
  STATUS_FILTERS,
  type StatusFilter,
} from './filter';
import { NextSession } from './next-session';

const formatTime = (time: number) =>
  unbroken(formatDate(time, { dateStyle: 'medium', timeStyle: 'short' }));
const pickOption = <T extends string>(values: readonly T[], value: string | null): T =>
  values.find((option) => option === value) ?? (values[0] as T);
const localDay = (now: number) => new Date(now).toDateString();
const dateWords: Record<DateFilter, string> = {
  all: 'All',
  today: 'Today',
  'next-7-days': 'Next 7 days',
};

/** Keeps its filters in the URL. */
export function BookingList({ bookings }: { bookings: CoachBooking[] }) {
  const [search, setSearch] = useSearchParams();
  const status = pickOption<StatusFilter>(STATUS_FILTERS, search.get('status'));
  const date = pickOption<DateFilter>(DATE_FILTERS, search.get('date'));
  const shell = useShell();
  useTime(localDay); // updates at midnight
  const filtered = filterBookings(bookings, status, date, new Date(shell.now()));
  const set = (name: string, value: string) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      if (value === 'all') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <>
      <NextSession bookings={bookings} />
      <div className={styles.top}>
        <div className={styles.filters}>
          <SelectField
            id="filter-status"
            name="status"
            label="Status"
            value={status}
            onChange={({ target }) => set('status', target.value)}
          >
            {STATUS_FILTERS.map((value) => (
              <option key={value} value={value}>
                {value[0]?.toUpperCase() + value.slice(1)}
              </option>
            ))}
          </SelectField>
          <SelectField
            id="filter-date"
            name="date"
            label="Date"
            value={date}
            onChange={({ target }) => set('date', target.value)}
          >
            {DATE_FILTERS.map((value) => (
              <option key={value} value={value}>
                {dateWords[value]}
              </option>
            ))}
          </SelectField>
        </div>
        <p role="status">Showing {filtered.length} booking(s) matching filters.</p>
      </div>
      {filtered.length === 0 && (
        <State drawing={assetPath(empty)}>
          <p>No bookings found.</p>
          {(status !== 'all' || date !== 'all') && (
            <Button variant="quiet" onClick={() => setSearch({})}>
              Clear filters
            </Button>
          )}
        </State>
      )}
      <ul className={styles.list}>
        {filtered.map((booking) => (
          <BookingCard key={booking.id} booking={booking} />
        ))}
      </ul>
    </>
  );
}

function BookingCard({ booking }: { booking: CoachBooking }) {
  const start = getStart(booking);
  const before = getPreviousStart(booking);
  const payment = describePayment(booking);
  const length = formatLength(booking);
  return (
    <Card role="listitem" className={styles.card}>
      <DateBlock date={start === null ? null : new Date(start)} />
      <dl className={styles.columns}>
        <div>
          <dt>Session time</dt>
          <dd>
            {start === null ? 'TBD' : formatTime(start)}
            {before !== null && <small>Moved from {formatTime(before)}</small>}
          </dd>
        </div>
        <div>
          <dt>Service</dt>
          <dd>
            {getServiceName(booking) ?? 'Unknown'}
            {length && <small>{length}</small>}
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusPill status={booking.status || 'unknown'} />
          </dd>
        </div>
        {payment && (
          <div>
            <dt>{payment.label}</dt>
            <dd>{payment.amount}</dd>
          </div>
        )}
        <Student booking={booking} />
        <div>
          <dt>Contact</dt>
          <dd>{booking.contact_info ? <Contact text={booking.contact_info} /> : 'N/A'}</dd>
        </div>
      </dl>
      <LinkButton
        as={Link}
        to={paths.coachBooking(booking.id)}
        variant="quiet"
        aria-label={`View Booking ${booking.id}`}
      >
        View Booking{booking.unread ? ` · ${booking.unread} new` : ''}
      </LinkButton>
    </Card>
  );
}

function Student({ booking }: { booking: CoachBooking }) {
  const { name, nth } = getStudent(booking);
  if (!name && !nth) return null;
  return (
    <div>
      <dt>Student</dt>
      <dd>
        {name ? <bdi>{name}</bdi> : nth}
        {name && nth && <small>{nth}</small>}
      </dd>
    </div>
  );
}
