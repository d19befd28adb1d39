import { paths } from 'contracts/paths';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { arrowRight, close, Icon } from 'shared-ui';
import styles from './continue.module.css';

const BOOKING_DRAFT = 'booking/';

interface BookingDraft {
  coachName?: string;
}

/** Offers a booking that was begun in this browser again. */
export function ContinueBooking() {
  const { drafts } = useShell();
  const [found, setFound] = useState<{ coachId: string; coachName: string } | null>(null);
  useEffect(() => {
    const key = drafts.keys().find((key) => key.startsWith(BOOKING_DRAFT)) ?? '';
    const coachName = drafts.load<BookingDraft>(key)?.coachName;
    if (coachName) setFound({ coachId: key.slice(BOOKING_DRAFT.length), coachName });
  }, [drafts]);
  if (!found) return null;
  return (
    <aside className={styles.continue} aria-label="Your booking">
      <Link to={paths.booking(found.coachId)}>
        Continue your booking with {found.coachName} <Icon path={arrowRight} />
      </Link>
      <button type="button" aria-label="Dismiss" onClick={() => setFound(null)}>
        <Icon path={close} />
      </button>
    </aside>
  );
}
