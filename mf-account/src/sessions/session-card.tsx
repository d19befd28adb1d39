import type { MySession } from '@carry/remote-kit/api';
import { Button, Card, calendar, DateBlock, Icon, LinkButton, Portrait } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { CancelSession } from './cancel-session';
import { parseTime } from './moment';
import { OfferForm, type OfferFormProps } from './offer-forms';
import { SessionFacts } from './session-facts';
import styles from './sessions.module.css';
import { StartsIn } from './starts-in';
import { Timeline } from './timeline';
import { type Offer, useOffers } from './use-offers';

const labels: Record<Offer, string> = {
  move: 'Move session',
  review: 'Leave a Review',
  refund: 'Request a refund',
};

export interface SessionCardProps {
  session: MySession;
  /** Shows the countdown. */
  next: boolean;
}

export function SessionCard({ session: listed, next }: SessionCardProps) {
  const [changed, setChanged] = useState<Partial<MySession>>({});
  const session = { ...listed, ...changed };
  const [reviewed, setReviewed] = useState(session.has_review !== false);
  const [open, setOpen] = useState<Offer | null>(null);
  const offers = useOffers(session, reviewed);
  const note = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone, so the result takes the focus.
  useEffect(() => {
    if (changed.refund || changed.moved_from) note.current?.focus();
  }, [changed]);
  const end: OfferFormProps['onEnd'] = (change) => {
    if (change === 'reviewed') setReviewed(true);
    else if (change) setChanged(change);
    setOpen(null);
  };
  return (
    <Card role="listitem" className={`${styles.card} ${next ? styles.next : ''}`}>
      {next && <StartsIn session={session} />}
      <DateBlock date={parseTime(session.session_time)} />
      <SessionFacts session={session} note={note} />
      {next && session.coach_image_url && (
        <Portrait
          className={styles.portrait}
          src={session.coach_image_url}
          alt=""
          width="72"
          height="72"
        />
      )}
      <Timeline session={session} reviewed={reviewed} />
      <div className={styles.offers}>
        {session.status === 'confirmed' && session.calendar_url && (
          <LinkButton href={session.calendar_url} variant="quiet">
            <Icon path={calendar} /> Add to calendar
          </LinkButton>
        )}
        {offers.map((offer) => (
          <Button
            key={offer}
            variant="quiet"
            aria-expanded={open === offer}
            aria-controls={`${offer}-${session.id}`}
            onClick={() => setOpen(open === offer ? null : offer)}
          >
            {labels[offer]}
          </Button>
        ))}
        <CancelSession
          session={session}
          onDone={() => setChanged({ status: 'cancelled', refund: 'due' })}
        />
      </div>
      {open && offers.includes(open) && <OfferForm offer={open} session={session} onEnd={end} />}
    </Card>
  );
}
