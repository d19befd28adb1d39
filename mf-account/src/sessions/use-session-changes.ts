import type { MySession } from '@carry/remote-kit/api';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OfferFormProps } from './offer-forms';
import { type Offer, useOffers } from './use-offers';

export interface SessionChanges {
  session: MySession;
  reviewed: boolean;
  offers: Offer[];
  open: Offer | null;
  /** Offered forms that were opened and not ended. Those other than `open` are hidden and keep their texts. */
  forms: readonly Offer[];
  toggle(offer: Offer): void;
  end(offer: Offer, ...change: Parameters<OfferFormProps['onEnd']>): void;
  cancelled(): void;
  /** Takes the focus after a change, because the pressed button is gone. */
  note: RefObject<HTMLParagraphElement | null>;
}

export function useSessionChanges(listed: MySession, onChange?: () => void): SessionChanges {
  const [changed, setChanged] = useState<Partial<MySession>>({});
  useEffect(() => setChanged({}), [listed]); // newer data of the server
  const session = { ...listed, ...changed };
  const [reviewedHere, setReviewedHere] = useState(false);
  const reviewed = reviewedHere || session.has_review !== false;
  const [open, setOpen] = useState<Offer | null>(null);
  const [forms, setForms] = useState<readonly Offer[]>([]);
  const offers = useOffers(session, reviewed);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (changed.refund || changed.moved_from) note.current?.focus();
  }, [changed]);
  const apply = (change: Partial<MySession>) => {
    setChanged((before) => ({ ...before, ...change }));
    onChange?.();
  };
  return {
    session,
    reviewed,
    offers,
    open: open && offers.includes(open) ? open : null,
    forms: forms.filter((form) => offers.includes(form)),
    toggle: (offer) => {
      const next = open === offer ? null : offer;
      setOpen(next);
      // the move form has no text to keep, and its times become outdated
      const isKept = (form: Offer) => form !== next && form !== 'move';
      setForms((before) => [...before.filter(isKept), ...(next ? [next] : [])]);
    },
    end: (offer, change) => {
      setOpen((before) => (before === offer ? null : before));
      setForms((before) => before.filter((form) => form !== offer));
      if (change === 'reviewed') {
        setReviewedHere(true);
        onChange?.();
      } else if (change) apply(change);
    },
    cancelled: () => apply({ status: 'cancelled', refund: 'due' }),
    note,
  };
}
