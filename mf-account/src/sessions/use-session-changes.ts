import { hasKeptText, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import type { MovedSession } from '@carry/remote-kit/own-answers';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MoveFormProps } from './move-form';
import type { OfferFormProps } from './offer-forms';
import { type Offer, useOffers } from './use-offers';
import { useGuaranteeReload } from './use-open';

/** Takes the focus after a review. */
export const THANKS = 'Thanks for your review!';

export interface SessionChanges {
  session: MySession;
  reviewed: boolean;
  /** Reviewed since the page was loaded. */
  reviewedHere: boolean;
  offers: Offer[];
  open: Offer | null;
  /** Offered forms that were opened and not ended. Those other than `open` are hidden and keep their texts. */
  forms: readonly Offer[];
  toggle(offer: Offer): void;
  end(offer: Offer, ...change: Parameters<OfferFormProps['onEnd']>): void;
  cancelled(): void;
  moved: MoveFormProps['onDone'];
  /** The coach's suggestion is declined or gone. */
  suggestionEnded(): void;
  /** Loads the session again after a refused change. */
  reload(): void;
  /** Takes the focus after a change, because the pressed button is gone. */
  note: RefObject<HTMLParagraphElement | null>;
}

const createChange = (
  before: MySession,
  { session_time, move_until }: MovedSession,
  time_zone: string,
): Partial<MySession> => ({
  session_time,
  time_zone,
  move_until,
  cancel_until: move_until,
  moved_from: before.session_time ?? undefined,
  suggested_time: null,
});

interface Reloading {
  reload(): void;
  onChange?: () => void;
}

export function useSessionChanges(
  listed: MySession,
  { reload, onChange }: Reloading,
): SessionChanges {
  const [changed, setChanged] = useState<Partial<MySession>>({});
  const note = useRef<HTMLParagraphElement>(null);
  const focusNote = useEffectEvent(() => {
    if (document.activeElement === document.body) note.current?.focus();
  });
  const isRefused = useRef(false);
  useEffect(() => {
    setChanged({}); // newer data of the server
    if (isRefused.current) focusNote();
    isRefused.current = false;
  }, [listed]);
  const session = { ...listed, ...changed };
  useGuaranteeReload(session, reload);
  const [reviewedHere, setReviewedHere] = useState(false);
  const reviewed = reviewedHere || session.has_review !== false;
  const offers = useOffers(session, reviewed);
  const { drafts } = useShell();
  const [forms, setForms] = useState<readonly Offer[]>(() =>
    offers.filter((offer) => hasKeptText(drafts, `${offer}-${listed.id}`)),
  );
  const [open, setOpen] = useState<Offer | null>(forms[0] ?? null);
  useEffect(() => {
    if (changed.refund || changed.moved_from) note.current?.focus();
  }, [changed]);
  useEffect(() => {
    if (reviewedHere) focusNote(); // not while another form is filled in
  }, [reviewedHere]);
  const isOpenOffered = open === null || offers.includes(open);
  useEffect(() => {
    if (!isOpenOffered) focusNote();
  }, [isOpenOffered]);
  const apply = (change: Partial<MySession>) => {
    setChanged((before) => ({ ...before, ...change }));
    onChange?.();
  };
  const endForm = (offer: Offer) => {
    setOpen((before) => (before === offer ? null : before));
    setForms((before) => before.filter((form) => form !== offer));
  };
  return {
    session,
    ...{ reviewed, reviewedHere, offers },
    open: isOpenOffered ? open : null,
    forms: forms.filter((form) => offers.includes(form)),
    toggle: (offer) => {
      const next = open === offer ? null : offer;
      setOpen(next);
      // the move form has no text to keep, and its times become outdated
      const isKept = (form: Offer) => form !== next && form !== 'move';
      setForms((before) => [...before.filter(isKept), ...(next ? [next] : [])]);
    },
    end: (offer, change) => {
      endForm(offer);
      if (change === 'reviewed') {
        setReviewedHere(true);
        onChange?.();
      } else if (change) apply(change);
    },
    cancelled: () => apply({ status: 'cancelled', refund: 'due' }),
    moved: (moved, zone) => {
      endForm('move');
      apply(createChange(session, moved, zone));
    },
    suggestionEnded: () => apply({ suggested_time: null }),
    reload: () => {
      isRefused.current = true;
      reload();
    },
    note,
  };
}
