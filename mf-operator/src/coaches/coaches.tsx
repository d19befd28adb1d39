import type { Application, OperatorCoachRow } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { StatusPill } from '@carry/ui';
import { Link } from 'react-router-dom';
import { CardHead, Cards, CardText, EmptyText, Filter, OlderLink, Search } from '../console/parts';
import { consolePaths } from '../console/paths';
import { AddCoach } from './add-coach';
import { ApplicationCard } from './application-card';

export interface CoachesData {
  state: 'open' | 'decided';
  applications: Application[];
  coaches: OperatorCoachRow[];
}

/** Returns true while payouts to the coach are blocked. */
const hasNoPayouts = (state: string | undefined) =>
  state !== undefined && !['off', 'active'].includes(state);

export function Coaches({ data: { state, applications, coaches } }: { data: CoachesData }) {
  const shown = applications.filter((one) => (one.state === 'open') === (state === 'open'));
  return (
    <>
      <section aria-labelledby="applications">
        <h2 id="applications">Applications</h2>
        <Filter
          label="Applications"
          name="applications"
          values={[
            ['', 'Open applications'],
            ['decided', 'Decided applications'],
          ]}
          cursor="applications_below"
        />
        {shown.length === 0 && (
          <p>
            <EmptyText noun="applications" cursor="applications_below">
              No {state} applications.
            </EmptyText>
          </p>
        )}
        <Cards of={shown} two>
          {(application) => <ApplicationCard application={application} />}
        </Cards>
        <OlderLink rows={shown} cursor="applications_below" noun="applications" />
      </section>
      <section aria-labelledby="all-coaches">
        <h2 id="all-coaches">Coaches</h2>
        <Search label="Coach number, game, or part of a name, page address or email" />
        {coaches.length === 0 && (
          <p>
            <EmptyText noun="coaches">No coaches match.</EmptyText>
          </p>
        )}
        <Cards of={coaches} two>
          {({ id, name, email, services, locked, payouts }) => (
            <>
              <CardHead>
                <Link to={paths.booking(id)}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                {locked && <StatusPill status="locked" />}{' '}
                {hasNoPayouts(payouts) && <StatusPill status="no payouts yet" />}
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
