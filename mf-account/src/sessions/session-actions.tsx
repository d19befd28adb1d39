import { Button, calendar, Icon, LinkButton } from '@carry/ui';
import { type ReactNode, useRef } from 'react';
import { CancelSession } from './cancel-session';
import { OfferForm } from './offer-forms';
import styles from './sessions.module.css';
import type { Offer } from './use-offers';
import type { SessionChanges } from './use-session-changes';

const labels: Record<Offer, string> = {
  move: 'Move session',
  review: 'Leave a Review',
  refund: 'Request a refund',
};

export interface SessionActionsProps {
  changes: SessionChanges;
  children?: ReactNode;
}

export function SessionActions({ changes, children }: SessionActionsProps) {
  const { session, offers, open, forms, toggle, end, cancelled, moved, reload } = changes;
  const row = useRef<HTMLDivElement>(null);
  const focusOffer = (offer: Offer) =>
    row.current?.querySelector<HTMLElement>(`[data-offer='${offer}']`)?.focus();
  return (
    <>
      <div ref={row} className={styles.offers}>
        {children}
        {session.status === 'confirmed' && session.calendar_url && (
          <LinkButton href={session.calendar_url} variant="quiet">
            <Icon path={calendar} /> Add to calendar
          </LinkButton>
        )}
        {offers.map((offer) => (
          <Button
            key={offer}
            variant="quiet"
            data-offer={offer}
            aria-expanded={open === offer}
            aria-controls={`${offer}-${session.id}`}
            onClick={() => toggle(offer)}
          >
            {labels[offer]}
          </Button>
        ))}
        <CancelSession session={session} onDone={cancelled} onRefused={reload} />
      </div>
      {forms.map((offer) => (
        <div key={offer} className={styles.form} hidden={offer !== open}>
          <OfferForm
            offer={offer}
            session={session}
            onEnd={(change) => {
              end(offer, change);
              if (!change) focusOffer(offer);
            }}
            onMoved={moved}
            onRefused={reload}
          />
        </div>
      ))}
    </>
  );
}
