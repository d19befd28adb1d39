import { useShell, useTime } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { continueCheckout, createCheckout, type Order } from '../order/api';
import { isHeld, type PendingOrder, pendingOrder } from '../order/draft';

export interface HeldPayment {
  /** Whose page the cancelled booking was made on, as far as is known. */
  coachId: string | null;
  /** ISO instant until which the server says that it holds the time. */
  until: string | null;
  /** What is held, as far as this browser knows. */
  order: Order | null;
  /** Opens the payment page of the held booking again; null where nothing is held, or nobody knows what. */
  open: (() => Promise<Checkout>) | null;
}

/** What can still be paid after a cancelled payment: the address says it, or the draft of the order does. */
export function useHeldPayment(): HeldPayment {
  const { api, drafts } = useShell();
  const [search] = useSearchParams();
  const [coach, booking, until] = ['coach', 'booking', 'until'].map((name) => search.get(name)) as [
    string | null,
    string | null,
    string | null,
  ];
  const [stored, setStored] = useState<PendingOrder | null>(null);
  useEffect(() => setStored(pendingOrder(drafts, coach)), [drafts, coach]);
  const held = useTime(
    useCallback(
      (now) => (until ? Date.parse(until) > now : stored !== null && isHeld(stored, now)),
      [stored, until],
    ),
  );
  const order = held ? stored : null;
  const open = () => {
    if (held && until && booking) return () => continueCheckout(api, booking);
    return order && order.bookingId !== null
      ? () => createCheckout(api, order.order, order.bookingId ?? '')
      : null;
  };
  return {
    coachId: coach ?? order?.order.coachId ?? null,
    until,
    order: order?.order ?? null,
    open: open(),
  };
}
