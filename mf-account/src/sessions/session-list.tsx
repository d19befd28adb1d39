import { assetPath, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { Link } from 'react-router-dom';
import drawing from '../art/empty.svg';
import { SessionCard } from './session-card';
import styles from './sessions.module.css';

/** Lists upcoming sessions soonest first, then past sessions latest first. */
export function SessionList({ initial }: { initial: MySession[] }) {
  const shell = useShell();
  if (initial.length === 0) return <NoSessions />;
  const now = shell.now();
  const getStart = ({ session_time }: MySession) =>
    session_time ? Date.parse(session_time) : Number.POSITIVE_INFINITY;
  const isUpcoming = (session: MySession) =>
    session.status === 'confirmed' &&
    getStart(session) + (session.duration_minutes ?? 0) * 60_000 > now;
  const upcoming = initial.filter(isUpcoming).sort((a, b) => getStart(a) - getStart(b));
  const past = initial
    .filter((session) => !isUpcoming(session))
    .sort((a, b) => getStart(b) - getStart(a));
  return (
    <>
      <Group title="Upcoming" sessions={upcoming} withNext />
      <Group title="Past" sessions={past} />
    </>
  );
}

interface GroupProps {
  title: string;
  sessions: MySession[];
  /** Highlights the first session. */
  withNext?: boolean;
}

function Group({ title, sessions, withNext = false }: GroupProps) {
  if (sessions.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.group}>
        {title} <span>{sessions.length}</span>
      </h2>
      <ul className={styles.list}>
        {sessions.map((session, index) => (
          <SessionCard
            key={session.id}
            session={session}
            next={withNext && index === 0 && Boolean(session.session_time)}
          />
        ))}
      </ul>
    </section>
  );
}

const NoSessions = () => (
  <State drawing={assetPath(drawing)}>
    <p>You have no booked sessions yet.</p>
    <LinkButton as={Link} to={paths.home}>
      Find a coach
    </LinkButton>
  </State>
);
