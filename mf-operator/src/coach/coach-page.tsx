import type { Availability } from '@carry/remote-kit/own-answers/coach';
import type { OperatorCoach } from '@carry/remote-kit/own-answers/operator';
import { paths } from '@carry/remote-kit/paths';
import { Card } from '@carry/ui';
import { Link } from 'react-router-dom';
import { CardHead, Facts } from '../console/parts';
import { consolePaths } from '../console/paths';
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
  </>
);
