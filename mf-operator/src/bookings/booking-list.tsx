import { formatDollars } from '@carry/remote-kit/format';
import type { OperatorBookingRow } from '@carry/remote-kit/own-answers';
import { StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
import { DownloadList } from '../console/download-list';
import {
  CardHead,
  Cards,
  CardText,
  EmptyState,
  EmptyText,
  Filter,
  formatMoment,
  OlderLink,
  Search,
  toWords,
} from '../console/parts';
import { consolePaths } from '../console/paths';
import { exportBookings } from './api';
import { describePayment } from './describe-payment';

export const BookingList = ({ data: bookings }: { data: OperatorBookingRow[] }) => (
  <>
    <Search label="Booking number, name, email, contact, amount or payment ID" />
    <Filter
      label="Refunds"
      name="refund"
      values={[
        ['', 'All bookings'],
        ['due', 'Refunds on their way'],
        ['failed', 'Failed refunds'],
        ['requested', 'Refund requests'],
        ['refunded', 'Refunded'],
      ]}
    />
    {bookings.length === 0 && (
      <EmptyState>
        <EmptyText noun="bookings">No bookings match.</EmptyText>
      </EmptyState>
    )}
    <Cards of={bookings} two>
      {(booking) => (
        <>
          <CardHead>
            <Link to={consolePaths.booking(booking.id)}>Booking {booking.id}</Link>{' '}
            <StatusPill status={toWords(booking.status)} />
          </CardHead>
          <CardText>
            <bdi>{booking.service}</bdi> with <bdi>{booking.coach}</bdi> for{' '}
            <bdi>{booking.student}</bdi>
          </CardText>
          <CardText>
            {formatMoment(booking.session_time)} · {formatDollars(booking.amount)},{' '}
            {describePayment(booking)}
          </CardText>
          {booking.refund_reason && (
            <CardText>
              Reason for the refund: <bdi>{booking.refund_reason}</bdi>
            </CardText>
          )}
        </>
      )}
    </Cards>
    <OlderLink rows={bookings} />
    {bookings.length > 0 && (
      <DownloadList read={exportBookings} filters={['refund']} noun="bookings" />
    )}
  </>
);
