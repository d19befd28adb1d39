import { useShell } from '@carry/remote-kit';
import type { Availability } from '@carry/remote-kit/own-answers/coach';
import type { OperatorCoach } from '@carry/remote-kit/own-answers/operator';
import { paths } from '@carry/remote-kit/paths';
import { Card } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, Facts, Note } from '../console/parts';
import { consolePaths } from '../console/paths';
import { retirePayouts } from './api';
import styles from './coach.module.css';
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
        <strong>{coach.name}</strong>
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
    <PayoutAccount id={coach.id} />
  </>
);

function PayoutAccount({ id }: { id: number }) {
  const { api } = useShell();
  return (
    <Card className={styles.who}>
      <h2>Payout account</h2>
      <Note>For an account that Stripe has closed, or one in the wrong country.</Note>
      <Actions>
        <ActionButton
          label={`Give up the payout account of coach ${id}`}
          danger
          action={{
            run: () => retirePayouts(api, id),
            confirm: [
              'Give up this payout account?',
              "The coach sets up another one, and payouts wait until then. You can't undo this.",
            ],
          }}
        >
          Give up the account
        </ActionButton>
      </Actions>
    </Card>
  );
}
