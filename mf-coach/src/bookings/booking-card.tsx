import { unbroken } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { Card, DateBlock, LinkButton, StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
import styles from './bookings.module.css';
import { Contact } from './contact';
import {
  formatAmount,
  formatLength,
  getPreviousStart,
  getServiceName,
  getStart,
  getStudent,
} from './describe';

const format = () =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const formatTime = (time: number) => unbroken(format().format(time));

export function BookingCard({ booking }: { booking: CoachBooking }) {
  const start = getStart(booking);
  const before = getPreviousStart(booking);
  const amount = formatAmount(booking);
  const length = formatLength(booking);
  return (
    <Card role="listitem" className={styles.card}>
      <DateBlock date={start === null ? null : new Date(start)} />
      <dl className={styles.columns}>
        <div>
          <dt>Session time</dt>
          <dd>{start === null ? 'TBD' : formatTime(start)}</dd>
        </div>
        {before !== null && (
          <div>
            <dt>Moved from</dt>
            <dd>{formatTime(before)}</dd>
          </div>
        )}
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
        {amount && (
          <div>
            <dt>Paid</dt>
            <dd>{amount}</dd>
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
        View Booking
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
