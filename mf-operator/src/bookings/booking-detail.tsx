import { browserZone, formatMinutes, useShell } from '@carry/remote-kit';
import { History } from '@carry/remote-kit/conversation';
import { formatDollars } from '@carry/remote-kit/format';
import type { OperatorBookingPage } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Card, LinkedText, StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, Facts, formatMoment, Note, toWords } from '../console/parts';
import { consolePaths } from '../console/paths';
import { subtract } from '../console/subtract';
import { cancelBooking, refundBooking, settleRefund } from './api';
import styles from './bookings.module.css';
import { describePayment } from './describe-payment';
import { isShareShown, PaidByHand, PaidEarlier } from './paid-by-hand';
import { PartialRefund } from './partial-refund';
import { describeShare } from './share';

/** Amount paid, which may differ from the price, in USD. */
const describePaid = ({ amount, paid_at, share }: OperatorBookingPage) =>
  paid_at && share ? share.paid : amount;

/** The rest of the payment, in USD. */
const getRest = (booking: OperatorBookingPage) =>
  Math.max(0, subtract(describePaid(booking), booking.refunded));

export function BookingDetail({ data: booking }: { data: OperatorBookingPage }) {
  const { id, status, paid_at } = booking;
  const rest = getRest(booking);
  const { failed_refund: failed = 0, earlier_share: earlier = 0 } = booking;
  const hasRest = paid_at !== null && booking.refund === 'none' && rest > 0;
  const parts = { id, refunded: booking.refunded, rest, failed };
  const payment = describePayment({ ...booking, paid: Boolean(paid_at) });
  return (
    <>
      <Card>
        <CardHead>
          <strong>
            <bdi>{booking.service}</bdi> with <bdi>{booking.coach}</bdi>
          </strong>{' '}
          <StatusPill status={toWords(status)} />
        </CardHead>
        <Facts
          of={[
            ['Time', formatMoment(booking.session_time)],
            ...(booking.session_time ? [['Length', formatMinutes(booking)] as const] : []),
            ['Quantity', booking.quantity],
            ['Student', <Student key="student" booking={booking} />],
            [
              'Coach',
              <Link key="coach" to={paths.booking(booking.coach_id)}>
                {booking.coach}
              </Link>,
            ],
            ['Payment', `${formatDollars(describePaid(booking))}, ${payment}`],
            ...(describePaid(booking) === booking.amount
              ? []
              : [['Price', formatDollars(booking.amount)] as const]),
            ['Paid', paid_at ? formatMoment(paid_at) : 'No'],
            ...(paid_at && booking.share ? describeShare(booking.share) : []),
            ...(booking.payment_url
              ? [['At Stripe', <PaymentLink key="payment" url={booking.payment_url} />] as const]
              : []),
            ['Booked', formatMoment(booking.created_at)],
            ['Contact', booking.contact_info],
            ['Details', <LinkedText key="details">{booking.details}</LinkedText>],
            ...(booking.refund_reason
              ? [['Reason for the refund', booking.refund_reason] as const]
              : []),
            ...(booking.review
              ? [['Review', <Review key="review" review={booking.review} />] as const]
              : []),
            ...(booking.review?.reply ? [['Reply', booking.review.reply] as const] : []),
          ]}
        />
        <BookingActs booking={booking} />
      </Card>
      {hasRest && <PartialRefund act="refund" {...parts} />}
      {hasRest && failed > 0 && <PartialRefund act="settle" {...parts} />}
      {paid_at && booking.share && <PaidByHand id={id} share={booking.share} />}
      {earlier > 0 && <PaidEarlier id={id} amount={earlier} />}
      {booking.history && (
        <div className={styles.part}>
          <History entries={booking.history} zone={browserZone()} />
        </div>
      )}
    </>
  );
}

const PaymentLink = ({ url }: { url: string }) => <a href={url}>{url.split('/').at(-1)}</a>;

const Review = ({
  review: { rating, comment, hidden_because },
}: {
  review: NonNullable<OperatorBookingPage['review']>;
}) => (
  <>
    {rating} of 5
    {comment && (
      <>
        : <bdi>{comment}</bdi>
      </>
    )}
    {hidden_because && (
      <>
        {' '}
        (hidden: <bdi>{hidden_because}</bdi>)
      </>
    )}
  </>
);

/** Links to the member; a deleted account has no address and no entry there. */
const Student = ({ booking: { student, student_id } }: { booking: OperatorBookingPage }) =>
  student.includes('@') ? (
    <Link to={`${consolePaths.members}?q=${student_id}`}>{student}</Link>
  ) : (
    student
  );

/** True if a card below records a payout of the coach's share. */
const hasShareToRecord = ({ share, earlier_share: earlier = 0 }: OperatorBookingPage) =>
  earlier > 0 || (share != null && isShareShown(share));

function BookingActs({ booking }: { booking: OperatorBookingPage }) {
  const { api } = useShell();
  const { id, status, paid_at, refund, refunded } = booking;
  const rest = formatDollars(getRest(booking));
  const isOpen = status === 'confirmed' || status === 'pending_payment';
  const isRefundable = paid_at && refund === 'none' && status !== 'confirmed';
  const hasFailed = refund === 'failed';
  if (!isOpen && !isRefundable && !hasFailed)
    return hasShareToRecord(booking) ? null : <Note>Nothing left to do for this booking.</Note>;
  return (
    <Actions>
      {isOpen && (
        <ActionButton
          label={`Cancel booking ${id}`}
          danger
          action={{
            run: () => cancelBooking(api, id, { paid: paid_at !== null }),
            confirm: [
              `Cancel booking ${id}?`,
              paid_at
                ? `The student gets ${rest} back. Both sides get an email.`
                : 'The time slot opens up again.',
              { confirm: 'Cancel booking', cancel: 'Keep booking' },
            ],
          }}
        >
          Cancel booking
        </ActionButton>
      )}
      {isRefundable && (
        <ActionButton
          label={`Refund booking ${id} in full`}
          danger
          action={{
            run: () => refundBooking(api, id, { refunded }),
            confirm: [`Refund ${rest}?`, "Both sides get an email. You can't undo this."],
          }}
        >
          Refund {rest}
        </ActionButton>
      )}
      {hasFailed && (
        <>
          <ActionButton
            label={`Try the refund of booking ${id} again`}
            action={{
              run: () => refundBooking(api, id, { refunded }),
              confirm: [
                `Try to refund ${rest} again?`,
                'The student gets an email. If it keeps failing, pay it back another way, such as by bank transfer.',
              ],
            }}
          >
            Try again
          </ActionButton>
          <ActionButton
            label={`Refunded booking ${id} another way`}
            action={{
              run: () => settleRefund(api, id, { refunded }),
              confirm: [
                `Did you pay ${rest} back another way?`,
                "The refund counts as done, and the student gets an email. No money moves. You can't undo this.",
              ],
            }}
          >
            Refunded another way
          </ActionButton>
        </>
      )}
    </Actions>
  );
}
