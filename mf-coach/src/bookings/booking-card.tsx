import { bookingZone, nameOtherZone, unbroken } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { formatCounted, formatDate, MAX_UNREAD } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { Card, DateBlock, LinkButton, StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
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

const formatTime = (time: number, timeZone: string) =>
  unbroken(
    formatDate(time, { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
  );

export function BookingCard({ booking }: { booking: CoachBooking }) {
  const start = getStart(booking);
  const before = getPreviousStart(booking);
  const zone = bookingZone(booking.time_zone);
  const zoneName = start === null ? null : nameOtherZone(zone);
  const payment = describePayment(booking);
  const length = formatLength(booking);
  const noTime = booking.timed === false ? 'No set time' : 'TBD';
  return (
    <Card role="listitem" className={styles.card}>
      <DateBlock date={start === null ? null : new Date(start)} zone={zone} />
      <dl className={styles.columns}>
        <div>
          <dt>Session time</dt>
          <dd>
            {start === null ? noTime : formatTime(start, zone)}
            {zoneName && (
              <small>
                <span translate="no">{zoneName}</span> time
              </small>
            )}
            {before !== null && <small>Moved from {formatTime(before, zone)}</small>}
          </dd>
        </div>
        <div>
          <dt>Service</dt>
          <dd>
            <bdi>{getServiceName(booking) ?? 'Unknown'}</bdi>
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
            <dd>
              {payment.amount}
              {payment.note && <small>{payment.note}</small>}
            </dd>
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
        View Booking{booking.unread ? ` · ${formatCounted(booking.unread, MAX_UNREAD)} new` : ''}
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
