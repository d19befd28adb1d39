import { SettingLink } from '@carry/remote-kit';
import type { Purchase } from '@carry/remote-kit/answers';
import type { Receipt as ReceiptData } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import { Link } from 'react-router-dom';
import styles from './confirmed.module.css';
import { Receipt } from './receipt';

export interface EndedProps {
  message: string;
  bookingId: number | string;
  purchase: Purchase;
  receipt: ReceiptData | null;
}

/** Receipt of a booking that is cancelled or refunded. */
export const Ended = ({ message, bookingId, purchase, receipt }: EndedProps) => (
  <div className={styles.confirmed}>
    <div className={styles.done}>
      <div>
        <h1 tabIndex={-1}>Booking {bookingId}</h1>
        <p>{message}</p>
      </div>
    </div>
    <div className={styles.main}>
      <p>
        Questions? Open <Link to={paths.sessions}>My Sessions</Link> or contact{' '}
        <SettingLink name="discordInviteUrl">support</SettingLink>.
      </p>
      <div className={styles.keep}>
        {purchase.coach_id === undefined || purchase.coach_id === null ? (
          <LinkButton as={Link} to={paths.coaches}>
            Find a coach
          </LinkButton>
        ) : (
          <LinkButton as={Link} to={paths.booking(purchase.coach_id)}>
            <span>
              Book <bdi>{purchase.coach_name}</bdi> again
            </span>
          </LinkButton>
        )}
        <LinkButton as={Link} to={paths.home} variant="quiet">
          Back to Home
        </LinkButton>
      </div>
    </div>
    <Receipt purchase={purchase} receipt={receipt} bookingId={bookingId} chatName={null} hasEnded />
  </div>
);
