import { usePageRestored, useShell, useTime } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { continueCheckout, createCheckout, type Order } from '../order/api';
import { isHeld, type PendingOrder, pendingOrder } from '../order/draft';

export interface HeldPayment {
  /** Coach of the cancelled booking; null if unknown. */
  coachId: string | null;
  /** ISO instant at which the server's hold ends. */
  until: string | null;
  order: Order | null;
  /** Opens the payment page of the held booking; null without one. */
  open: (() => Promise<Checkout>) | null;
}

/** Finds the order that can still be paid, from the query string or the stored draft. */
export function useHeldPayment(): HeldPayment {
  const { api, auth, drafts } = useShell();
  const [search] = useSearchParams();
  const coach = search.get('coach');
  const [stored, setStored] = useState<PendingOrder | null>(null);
  const load = useCallback(() => setStored(pendingOrder(drafts, coach)), [drafts, coach]);
  useEffect(() => {
    load();
    return auth.store.subscribe(load); // a sign-out clears the draft
  }, [auth, load]);
  usePageRestored(load); // the order may be paid
  const cancelled = search.get('booking');
  // A coach has one draft, so another order in it is newer than the cancelled one.
  const isReplaced = stored && cancelled !== null && String(stored.bookingId) !== cancelled;
  const booking = isReplaced ? null : cancelled;
  const until = isReplaced ? null : search.get('until');
  const isActive = useTime(
    useCallback(
      (now) => (until ? Date.parse(until) > now : stored !== null && isHeld(stored, now)),
      [stored, until],
    ),
  );
  const order = isActive ? stored : null;
  const open = () => {
    if (isActive && until && booking) return () => continueCheckout(api, booking);
    return order && order.bookingId !== null
      ? () => createCheckout(api, order.order, order.bookingId ?? '')
      : null;
  };
  return {
    coachId: coach ?? stored?.order.coachId ?? null,
    until,
    order: order?.order ?? null,
    open: open(),
  };
}
