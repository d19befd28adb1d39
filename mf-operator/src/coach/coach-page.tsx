import { useShell } from '@carry/remote-kit';
import type { Availability, OperatorCoach } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Card, StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, Facts, Note, toWords } from '../console/parts';
import { consolePaths } from '../console/paths';
import { retirePayouts } from './api';
import styles from './coach.module.css';
import { DueShares } from './due-shares';
import { HoursForm } from './hours-form';
import { PublicPageForm } from './public-page-form';
import { ServicesForm } from './services-form';

interface CoachData {
  coach: OperatorCoach;
  hours: Availability;
}

export const CoachPage = ({ data: { coach, hours } }: { data: CoachData }) => (
  <>
    <Card className={styles.who}>
      <CardHead>
        <strong dir="auto">{coach.name}</strong> {coach.locked && <StatusPill status="locked" />}
        <Link to={coach.public_page ?? paths.booking(coach.id)}>Public page</Link>
      </CardHead>
      <Facts
        of={[
          ['Coach', coach.id],
          [
            'Account',
            <Link key="account" to={`${consolePaths.members}?q=${encodeURIComponent(coach.email)}`}>
              {coach.email}
            </Link>,
          ],
        ]}
      />
    </Card>
    <PublicPageForm coach={coach} />
    <ServicesForm coach={coach} />
    <HoursForm id={coach.id} hours={hours} />
    <PayoutAccount coach={coach} />
    <DueShares id={coach.id} />
  </>
);

const STATES: Record<string, string> = {
  off: 'This site pays out by hand.',
  none: 'Not set up yet. Earnings stay pending.',
  unfinished: 'Started, but not finished. Earnings stay pending.',
  waiting:
    'Stripe is checking the account or needs more details from the coach. Earnings stay pending.',
  active: 'Payouts work.',
};

/** Without a state, from an earlier API, the account may exist. */
function PayoutAccount({ coach: { id, payouts } }: { coach: OperatorCoach }) {
  const { api } = useShell();
  const hasAccount = !payouts || !['off', 'none'].includes(payouts.state);
  return (
    <Card className={styles.who}>
      <h2>Payout account</h2>
      {payouts && <p>{STATES[payouts.state] ?? toWords(payouts.state)}</p>}
      {payouts?.failure && <p>The bank returned the last payout: {payouts.failure}</p>}
      {hasAccount && (
        <>
          <Note>
            You can disconnect an account that Stripe has closed or that has the wrong country.
          </Note>
          <Actions>
            <ActionButton
              label={`Disconnect the payout account of coach ${id}`}
              danger
              action={{
                run: () => retirePayouts(api, id, payouts?.account ?? null),
                confirm: [
                  'Disconnect this payout account?',
                  "The coach sets up another one, and payouts wait until then. You can't undo this.",
                ],
              }}
            >
              Disconnect the account
            </ActionButton>
          </Actions>
        </>
      )}
    </Card>
  );
}
