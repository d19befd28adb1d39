import { bookingZone, useRefreshFailure, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatCounted, MAX_UNREAD } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { Card, DateBlock, LinkButton, Portrait } from '@carry/ui';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router-dom';
import { getSession } from './api';
import { SessionActions } from './session-actions';
import { parseTime, SessionFacts } from './session-facts';
import styles from './sessions.module.css';
import { StartsIn } from './starts-in';
import { Suggestion } from './suggestion';
import { Timeline } from './timeline';
import { useSessionChanges } from './use-session-changes';

export interface SessionCardProps {
  session: MySession;
  next: boolean;
  /** Called after a change of the session, and when it was read again. */
  onChange(): void;
}

export function SessionCard({ session: listed, next, onChange }: SessionCardProps) {
  const changes = useSessionChanges(...useNewer(listed, onChange));
  const { session, reviewed } = changes;
  return (
    <Card role="listitem" className={`${styles.card} ${next ? styles.next : ''}`}>
      {next && <StartsIn session={session} />}
      <DateBlock date={parseTime(session.session_time)} zone={bookingZone(session.time_zone)} />
      <SessionFacts changes={changes} />
      {next && (
        <Portrait
          className={styles.portrait}
          src={session.coach_image_url}
          name={session.coach_name}
          alt=""
          width="72"
          height="72"
        />
      )}
      <Suggestion changes={changes} />
      <Timeline session={session} reviewed={reviewed} />
      <SessionActions changes={changes}>
        <PageLink session={session} />
      </SessionActions>
    </Card>
  );
}

/** Reads one session again, so that its card keeps its place. A server without pages of bookings sends the list. */
function useNewer(listed: MySession, onChange: () => void): Parameters<typeof useSessionChanges> {
  const { api } = useShell();
  const { revalidate } = useRevalidator();
  const [newer, setNewer] = useState({ listed, session: listed });
  const reload = async () => {
    const detail = await getSession(api, String(listed.id));
    if (!detail) return revalidate();
    setNewer({ listed, session: detail.session });
    onChange();
  };
  const handleFailure = useRefreshFailure();
  return [
    newer.listed === listed ? newer.session : listed,
    { reload: () => void reload().catch(handleFailure), onChange },
  ];
}

/** Links to the page of a booking, if the server counts `unread` messages there. */
function PageLink({ session: { id, unread } }: { session: MySession }) {
  if (unread === undefined) return null;
  return (
    <LinkButton
      as={Link}
      to={paths.session(id)}
      variant="quiet"
      aria-label={
        unread > 0
          ? `View session ${id}, ${formatCounted(unread, MAX_UNREAD)} new`
          : `View session ${id}`
      }
    >
      View session{unread > 0 && ` · ${formatCounted(unread, MAX_UNREAD)} new`}
    </LinkButton>
  );
}
