import { formatInstant } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatDollars } from '@carry/remote-kit/format';
import type { BookingPage } from '@carry/remote-kit/own-answers/booking';
import { paths } from '@carry/remote-kit/paths';
import { Card, LinkedText, Stars } from '@carry/ui';
import { Link } from 'react-router-dom';
import { parseTime } from '../sessions/session-facts';
import styles from './session.module.css';

export interface DetailsProps {
  session: MySession;
  page: BookingPage;
  zone: string;
}

export function Details({ session, page, zone }: DetailsProps) {
  const { id, quantity = 1, amount, refunded = 0, timed } = session;
  const paidAt = parseTime(page.paid_at);
  return (
    <Card>
      <h2>Booking {id}</h2>
      <dl className={styles.facts}>
        {timed === false && quantity > 1 && (
          <>
            <dt>Quantity</dt>
            <dd>{quantity}</dd>
          </>
        )}
        {amount !== undefined && (
          <>
            <dt>Paid</dt>
            <dd>
              {formatDollars(amount)}
              {paidAt && <small>{formatInstant(paidAt.getTime(), zone)}</small>}
            </dd>
          </>
        )}
        {refunded > 0 && (
          <>
            <dt>Refunded</dt>
            <dd>{formatDollars(refunded)}</dd>
          </>
        )}
        <dt>Contact</dt>
        <dd dir="auto">{page.contact_info || 'N/A'}</dd>
        <dt>Details</dt>
        <dd dir="auto" className={styles.prose}>
          <LinkedText>{page.details || 'N/A'}</LinkedText>
        </dd>
      </dl>
      {page.review && <OwnReview review={page.review} />}
      <Policy session={session} zone={zone} />
      {page.receipt_path && (
        <p>
          <Link to={page.receipt_path}>Receipt</Link>
        </p>
      )}
    </Card>
  );
}

function Policy({ session, zone }: { session: MySession; zone: string }) {
  const { status, cancel_until, refund_until } = session;
  const cancel = status === 'confirmed' ? parseTime(cancel_until) : null;
  const refund = status === 'completed' ? parseTime(refund_until) : null;
  return (
    <p className={styles.quiet}>
      {cancel && `Free to move or cancel until ${formatInstant(cancel.getTime(), zone)}. `}
      {refund &&
        `Not satisfied? Ask for your money back until ${formatInstant(refund.getTime(), zone)}. `}
      <Link to={paths.refunds}>How refunds work</Link>
    </p>
  );
}

const OwnReview = ({ review }: { review: NonNullable<BookingPage['review']> }) => (
  <section aria-label="Your review" className={styles.review}>
    <h3>Your review</h3>
    <Stars rating={review.rating} />
    {review.comment && (
      <p dir="auto" className={styles.prose}>
        {review.comment}
      </p>
    )}
    {review.reply && (
      <p dir="auto" className={styles.prose}>
        <b>Reply:</b> {review.reply}
      </p>
    )}
  </section>
);
