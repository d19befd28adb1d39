import { bookingZone, formatInstant, useRefreshFailure, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import {
  Conversation,
  Files,
  History,
  useConversation,
  useNewest,
  useUpdates,
} from '@carry/remote-kit/conversation';
import type { Message } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Card, LinkButton, LinkedText, StatusPill, UnbrokenText } from '@carry/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { getSession, type SessionPage } from '../sessions/api';
import { formatRefund } from '../sessions/money';
import { SessionActions } from '../sessions/session-actions';
import { getServiceName } from '../sessions/session-facts';
import { Suggestion } from '../sessions/suggestion';
import { Timeline } from '../sessions/timeline';
import { THANKS, useSessionChanges } from '../sessions/use-session-changes';
import { Details } from './details';
import { Join } from './join';
import styles from './session.module.css';
import { When } from './when';

export function SessionDetail({ data: initial }: { data: SessionPage }) {
  const { api } = useShell();
  const [{ session: listed, page }, setData] = useState(initial);
  const keepNewest = useNewest();
  const handleFailure = useRefreshFailure();
  // A failure keeps what is shown; the next update tries again.
  const refresh = () =>
    void keepNewest(getSession(api, String(initial.session.id))).then(
      (next) => next && setData(next),
      handleFailure,
    );
  const changes = useSessionChanges(listed, { reload: refresh, onChange: refresh });
  const { session, reviewed, reviewedHere, note } = changes;
  const conversation = useConversation(listed.id, 'student');
  useUpdates(listed.id, () => {
    conversation.reload();
    refresh();
  });
  const zone = bookingZone(session.time_zone);
  const coach = session.coach_name ?? 'your coach';
  return (
    <>
      <div className={styles.title}>
        <h1 tabIndex={-1} dir="auto">
          <UnbrokenText>{getServiceName(session) ?? 'Session'}</UnbrokenText>
        </h1>
        <p>
          <span>
            with <bdi>{coach}</bdi>
          </span>
          <StatusPill status={session.status ?? 'unknown'} />
        </p>
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Card>
            <When
              session={session}
              delivered={Boolean(page.delivered_at)}
              zone={zone}
              writable={page.writable}
            />
            <Suggestion changes={changes} />
            <p ref={note} className={styles.note} role="status" tabIndex={-1}>
              {formatRefund(session, page.failed_refund) ??
                describeMove(session, zone) ??
                (reviewedHere && THANKS)}
            </p>
            <div className={styles.timeline}>
              <Timeline session={session} reviewed={reviewed} />
            </div>
            <SessionActions changes={changes} />
            {session.status === 'cancelled' && <BookAnother page={page} coach={coach} />}
          </Card>
          {page.writable && <Join session={session} place={page.place ?? null} />}
          <Result booking={listed.id} results={conversation.results} />
          <Card>
            <h2>Messages</h2>
            <Conversation
              booking={listed.id}
              reader="student"
              names={{ student: page.student_name, coach }}
              zone={zone}
              writable={page.writable}
              state={conversation}
            />
          </Card>
        </div>
        <div className={styles.aside}>
          <Details session={session} page={page} zone={zone} />
          <History entries={page.history} zone={zone} />
        </div>
      </div>
    </>
  );
}

function Result({ booking, results }: { booking: number | string; results: readonly Message[] }) {
  if (results.length === 0) return null;
  return (
    <Card>
      <h2>Your result</h2>
      {results.map(({ id, text, files }) => (
        <div key={id} className={styles.result}>
          {text && (
            <p dir="auto" className={styles.prose}>
              <LinkedText>{text}</LinkedText>
            </p>
          )}
          <Files booking={booking} files={files} />
        </div>
      ))}
    </Card>
  );
}

interface BookAnotherProps {
  page: SessionPage['page'];
  coach: string;
}

/** A coach who can't receive messages has a closed or locked account, and so no page. */
const BookAnother = ({ page: { coach_id, writable }, coach }: BookAnotherProps) => (
  <p>
    {coach_id !== undefined && writable && (
      <LinkButton as={Link} to={paths.booking(coach_id)}>
        <span>
          Book <bdi>{coach}</bdi> again
        </span>
      </LinkButton>
    )}{' '}
    <LinkButton as={Link} to={paths.coaches} variant="quiet">
      Find another coach
    </LinkButton>
  </p>
);

function describeMove({ status, moved_from }: MySession, zone: string): string | null {
  const before = Date.parse(moved_from ?? '');
  return status === 'confirmed' && !Number.isNaN(before)
    ? `Moved from ${formatInstant(before, zone)}.`
    : null;
}
