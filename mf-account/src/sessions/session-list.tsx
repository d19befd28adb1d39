import {
  assetPath,
  extendTimeline,
  LoadMore,
  Months,
  type Timeline,
  usePages,
  useRefreshed,
  useShell,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { type RefObject, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import drawing from '../art/empty.svg';
import { getStart, isUpcoming, readSessions } from './read-sessions';
import { SessionCard } from './session-card';
import styles from './sessions.module.css';

/** Lists upcoming sessions soonest first, then past sessions latest first; many past ones by month. */
export function SessionList({ timeline: first }: { timeline: Timeline<MySession> }) {
  const shell = useShell();
  const [search] = useSearchParams();
  const rows = useRef(0);
  const [timeline, setTimeline] = useRefreshed(first, async () =>
    extendTimeline(await readSessions(shell, search), rows.current),
  );
  const onChange = () => setTimeline((latest) => ({ ...latest }));
  if (!timeline.whole) return <LongList timeline={timeline} rows={rows} onChange={onChange} />;
  if (timeline.whole.length === 0) return <NoSessions />;
  return <ShortList sessions={timeline.whole} onChange={onChange} />;
}

interface ShortListProps {
  sessions: readonly MySession[];
  /** Called after a change on a card: drops a list that is being read, which could lack it. */
  onChange(): void;
}

function ShortList({ sessions, onChange }: ShortListProps) {
  const now = useShell().now();
  const upcoming = sessions
    .filter((session) => isUpcoming(session, now))
    .sort((a, b) => getStart(a) - getStart(b) || 0);
  const past = sessions
    .filter((session) => !isUpcoming(session, now))
    .sort((a, b) => getStart(b) - getStart(a) || 0);
  return (
    <>
      <Group title="Upcoming" sessions={upcoming} onChange={onChange} withNext />
      <Group title="Past" sessions={past} onChange={onChange} />
    </>
  );
}

interface GroupProps extends ShortListProps {
  title: string;
  withNext?: boolean;
}

function Group({ title, sessions, onChange, withNext = false }: GroupProps) {
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
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  );
}

interface LongListProps extends Pick<ShortListProps, 'onChange'> {
  timeline: Timeline<MySession>;
  /** Set to the number of upcoming rows. */
  rows: RefObject<number>;
}

function LongList({ timeline, rows, onChange }: LongListProps) {
  const now = useShell().now();
  const pages = usePages(timeline.upcoming);
  useEffect(() => {
    rows.current = pages.rows.length;
  }, [pages.rows, rows]);
  const list = useRef<HTMLUListElement>(null);
  const next = pages.rows.find((session) => isUpcoming(session, now) && session.session_time);
  return (
    <>
      <section aria-label="Upcoming">
        <h2 className={styles.group}>Upcoming</h2>
        {pages.rows.length === 0 && <p>No upcoming sessions.</p>}
        <ul ref={list} className={styles.list}>
          {pages.rows.map((session) => (
            <SessionCard
              key={session.id}
              session={session}
              next={session === next}
              onChange={onChange}
            />
          ))}
        </ul>
        <div className={styles.more}>
          <LoadMore pages={pages} list={list} noun="sessions" />
        </div>
      </section>
      {timeline.months.length > 0 && (
        <section aria-label="Past">
          <h2 className={styles.group}>Past</h2>
          <Months timeline={timeline} noun="sessions" className={styles.list}>
            {(session) => (
              <SessionCard key={session.id} session={session} next={false} onChange={onChange} />
            )}
          </Months>
        </section>
      )}
    </>
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
