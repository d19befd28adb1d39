import { formatInstant } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { BookingReview, Policy } from '@carry/remote-kit/conversation';
import { formatDollars } from '@carry/remote-kit/format';
import type { BookingPage } from '@carry/remote-kit/own-answers';
import { Card, LinkedText } from '@carry/ui';
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
      {page.review && (
        <BookingReview
          review={page.review}
          reader="student"
          className={styles.review}
          textClass={styles.prose}
        />
      )}
      <Policy booking={session} reader="student" zone={zone} className={styles.quiet} />
      {page.receipt_path && (
        <p>
          <Link to={page.receipt_path}>Receipt</Link>
        </p>
      )}
    </Card>
  );
}
