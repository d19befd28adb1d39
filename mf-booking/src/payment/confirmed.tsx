import type { Purchase } from '@carry/remote-kit/answers';
import { paths } from '@carry/remote-kit/paths';
import { Banner, LinkButton } from '@carry/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { ClaimConfirmation } from './claim-confirmation';
import styles from './confirmed.module.css';
import { MeetCoach } from './meet-coach';
import { Preparations } from './preparations';
import { Receipt, SessionTime } from './receipt';
import { Tick } from './tick';

/** Why the way back from the chat service may have come to nothing, as the address says; that it succeeded the server says. */
const failures: Record<string, string> = {
  refused: 'Discord was not connected.',
  taken: 'This Discord account is linked to somebody else.',
  unavailable: 'Discord does not answer, so it was not connected. Please try again.',
  not_joined:
    'Your Discord account is connected, but joining the channel failed. Please try again.',
};

export interface ConfirmedProps {
  bookingId: number | string;
  chatName: string | null;
  purchase: Purchase | null;
}

/** The paid booking, how to meet the coach, and what to have ready. */
export function Confirmed({ bookingId, chatName, purchase }: ConfirmedProps) {
  const [search] = useSearchParams();
  const failure = failures[search.get('discord') ?? ''];
  const claim = search.get('claim');
  return (
    <div className={styles.confirmed}>
      <div className={styles.done}>
        <Tick />
        <div>
          <h1 tabIndex={-1}>Booking Confirmed</h1>
          <p>
            {purchase ? (
              <>
                You are booked with <bdi>{purchase.coach_name}</bdi>. We send everything to{' '}
                <strong>{purchase.email}</strong>.
              </>
            ) : (
              <>
                Your booking number is <strong>{bookingId}</strong>. Join the channel to meet your
                coach.
              </>
            )}
          </p>
        </div>
      </div>
      {claim && <ClaimConfirmation token={claim} />}
      {(failure || chatName) && (
        <Banner tone={failure ? 'info' : 'success'} role="status">
          <p>{failure ?? `Discord connected as ${chatName}.`}</p>
        </Banner>
      )}
      <div className={styles.main}>
        {purchase && <SessionTime purchase={purchase} />}
        <MeetCoach bookingId={bookingId} />
        <Preparations />
        {!purchase && (
          <LinkButton as={Link} to={paths.sessions} variant="quiet">
            My Sessions
          </LinkButton>
        )}
      </div>
      {purchase && <Receipt purchase={purchase} bookingId={bookingId} chatName={chatName} />}
    </div>
  );
}
