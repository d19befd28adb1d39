import { formatDollars } from '@carry/remote-kit/format';
import type { OperatorBookingRow } from '@carry/remote-kit/own-answers/operator';
import { StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
import {
  Cards,
  Filter,
  formatMoment,
  Head,
  Nothing,
  Older,
  Search,
  toWords,
  Words,
} from '../console/parts';
import { consolePaths } from '../console/paths';
import { describePayment } from './describe-payment';

export const BookingList = ({ data: bookings }: { data: OperatorBookingRow[] }) => (
  <>
    <Search label="Booking number or part of an email" />
    <Filter
      label="Refunds"
      name="refund"
      values={{ '': 'All bookings', due: 'Refunds on their way', failed: 'Failed refunds' }}
    />
    {bookings.length === 0 && <Nothing>No bookings match.</Nothing>}
    <Cards of={bookings} two>
      {(booking) => (
        <>
          <Head>
            <Link to={consolePaths.booking(booking.id)}>Booking {booking.id}</Link>{' '}
            <StatusPill status={toWords(booking.status)} />
          </Head>
          <Words>
            {booking.service} with {booking.coach} for {booking.student}
          </Words>
          <Words>
            {formatMoment(booking.session_time)} · {formatDollars(booking.amount)},{' '}
            {describePayment(booking)}
          </Words>
        </>
      )}
    </Cards>
    <Older rows={bookings} />
  </>
);
