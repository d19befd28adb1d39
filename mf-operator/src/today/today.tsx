import { useAction, useShell } from '@carry/remote-kit';
import { formatCounted, formatDollars } from '@carry/remote-kit/format';
import type { Incident, Overview } from '@carry/remote-kit/own-answers';
import { Button, StatusPill } from '@carry/ui';
import { Link, useRevalidator, useSearchParams } from 'react-router-dom';
import {
  CardHead,
  Cards,
  CardText,
  formatMoment,
  Note,
  OlderLink,
  toWords,
} from '../console/parts';
import { consolePaths } from '../console/paths';
import { endSession } from '../second-factor/api';
import { IncidentCard } from './incident-card';
import styles from './today.module.css';

export interface TodayData {
  overview: Overview;
  incidents: Incident[];
}

export const Today = ({ data: { overview, incidents } }: { data: TodayData }) => (
  <>
    <Figures overview={overview} />
    <section aria-labelledby="today-sessions">
      <h2 id="today-sessions">Sessions</h2>
      <Sessions overview={overview} />
    </section>
    <section aria-labelledby="today-payments">
      <h2 id="today-payments">Payments</h2>
      <Provider provider={overview.provider} incidents={incidents} />
    </section>
    <LockConsole />
  </>
);

const countSessions = ({ sessions, session_count: count = sessions.length }: Overview) => count;

function Figures({ overview }: { overview: Overview }) {
  const { revenue } = overview;
  const sessions = countSessions(overview);
  const figures: [name: string, value: string, to: string, hint?: string | undefined][] = [
    ['Sessions', String(sessions), consolePaths.bookings],
    [
      'Paid',
      formatDollars(revenue.paid),
      consolePaths.revenue,
      revenue.refunded > 0 ? `${formatDollars(revenue.refunded)} refunded` : undefined,
    ],
    [
      'Refunds on their way',
      formatCounted(overview.refunds_due),
      consolePaths.bookingsByRefund('due'),
    ],
    [
      'Failed refunds',
      formatCounted(overview.refunds_failed),
      consolePaths.bookingsByRefund('failed'),
    ],
    ['Failed payouts', formatCounted(overview.failed_payouts ?? 0), consolePaths.revenue],
    [
      'Refund requests this week',
      formatCounted(overview.refunds_requested ?? 0),
      consolePaths.bookingsByRefund('requested'),
    ],
    ['Failed emails', formatCounted(overview.failed_mails), consolePaths.mails],
    ['Reported reviews', formatCounted(overview.reported_reviews), consolePaths.reports],
    ['Reported messages', formatCounted(overview.reported_messages), consolePaths.reports],
    ['Open applications', formatCounted(overview.open_applications), consolePaths.coaches],
  ];
  return (
    <ul className={styles.figures}>
      {figures.map(([name, value, to, hint]) => (
        <li key={name}>
          <Link to={to}>
            <span>{name}</span> <b>{value}</b>
            {hint && <span>{hint}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Sessions({ overview }: { overview: Overview }) {
  const { sessions } = overview;
  const more = countSessions(overview) - sessions.length;
  if (sessions.length === 0) return <p>No sessions today.</p>;
  return (
    <>
      <Cards of={sessions} two>
        {({ id, session_time, student, coach, service, status }) => (
          <>
            <CardHead>
              <Link to={consolePaths.booking(id)}>Booking {id}</Link>{' '}
              <StatusPill status={toWords(status)} />
            </CardHead>
            <CardText>
              {formatMoment(session_time)}: <bdi>{service}</bdi> with <bdi>{coach}</bdi> for{' '}
              <bdi>{student}</bdi>
            </CardText>
          </>
        )}
      </Cards>
      {more > 0 && (
        <p>
          {more === 1 ? 'One more session today: ' : `${more} more sessions today: `}
          <Link to={consolePaths.bookings}>All bookings</Link>
        </p>
      )}
    </>
  );
}

function Provider({
  provider: { last_event_at: lastEventAt, open_incidents: count },
  incidents,
}: {
  provider: Overview['provider'];
  incidents: Incident[];
}) {
  const [search] = useSearchParams();
  return (
    <>
      <p>
        {count === 0
          ? 'The payment provider reports no problems.'
          : 'These payments need your attention. Look into each one, then mark it as done.'}
      </p>
      <Note>
        {lastEventAt
          ? `Last event from the provider: ${formatMoment(lastEventAt)}.`
          : 'No events from the provider yet.'}
      </Note>
      <Cards of={incidents}>{(incident) => <IncidentCard incident={incident} />}</Cards>
      {search.has('below') && incidents.length === 0 && <p>No older incidents.</p>}
      <OlderLink rows={incidents} noun="incidents" />
    </>
  );
}

function LockConsole() {
  const { api, notify } = useShell();
  const { revalidate } = useRevalidator();
  const { run: lock, busy } = useAction(() =>
    endSession(api).then(
      () => revalidate(),
      () => notify.alert("We couldn't lock the console. Please try again."),
    ),
  );
  return (
    <p>
      <Button variant="quiet" small busy={busy} busyLabel="Locking..." onClick={() => void lock()}>
        Lock the console
      </Button>
    </p>
  );
}
