import { bookingZone } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { formatCounted, MAX_UNREAD } from '@carry/remote-kit/format';
import { paths } from '@carry/remote-kit/paths';
import { Card, DateBlock, LinkButton, Portrait } from '@carry/ui';
import { Link } from 'react-router-dom';
import { SessionActions } from './session-actions';
import { parseTime, SessionFacts } from './session-facts';
import styles from './sessions.module.css';
import { StartsIn } from './starts-in';
import { Timeline } from './timeline';
import { useSessionChanges } from './use-session-changes';

export interface SessionCardProps {
  session: MySession;
  next: boolean;
}

export function SessionCard({ session: listed, next }: SessionCardProps) {
  const changes = useSessionChanges(listed);
  const { session, reviewed, note } = changes;
  return (
    <Card role="listitem" className={`${styles.card} ${next ? styles.next : ''}`}>
      {next && <StartsIn session={session} />}
      <DateBlock date={parseTime(session.session_time)} zone={bookingZone(session.time_zone)} />
      <SessionFacts session={session} note={note} />
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
      <Timeline session={session} reviewed={reviewed} />
      <SessionActions changes={changes}>
        <PageLink session={session} />
      </SessionActions>
    </Card>
  );
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
