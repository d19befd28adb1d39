import type { Application, OperatorCoachRow } from '@carry/remote-kit/own-answers/operator';
import { paths } from '@carry/remote-kit/paths';
import { Link } from 'react-router-dom';
import { CardHead, Cards, CardText, OlderLink, Search } from '../console/parts';
import { consolePaths } from '../console/paths';
import { AddCoach } from './add-coach';
import { ApplicationCard } from './application-card';

export interface CoachesData {
  applications: Application[];
  coaches: OperatorCoachRow[];
}

export function Coaches({ data: { applications, coaches } }: { data: CoachesData }) {
  const open = applications.filter(({ state }) => state === 'open');
  return (
    <>
      <section aria-labelledby="applications">
        <h2 id="applications">Applications</h2>
        {open.length === 0 && <p>No open applications.</p>}
        <Cards of={open} two>
          {(application) => <ApplicationCard application={application} />}
        </Cards>
      </section>
      <section aria-labelledby="all-coaches">
        <h2 id="all-coaches">Coaches</h2>
        <Search label="Coach number or part of a name, page address or email" />
        {coaches.length === 0 && <p>No coaches match.</p>}
        <Cards of={coaches} two>
          {({ id, name, email, services }) => (
            <>
              <CardHead>
                <Link to={paths.booking(id)}>{name}</Link>
              </CardHead>
              <CardText>
                {email} · {services === 1 ? '1 service' : `${services} services`}
              </CardText>
              <Link to={consolePaths.coach(id)} aria-label={`Edit ${name}`}>
                Edit
              </Link>
            </>
          )}
        </Cards>
        <OlderLink rows={coaches} />
      </section>
      <AddCoach coaches={coaches} />
    </>
  );
}
