import { serverNow, useShell } from '@carry/remote-kit';
import type { SelectedSlot, Service } from '@carry/remote-kit/api';
import { useEffect, useState } from 'react';
import type { Order } from '../order/api';
import { isHeld, type PendingOrder } from '../order/draft';
import { type Placed, placeOrder } from '../order/place-order';
import { browserZone, describeSlot } from '../slots/days';
import { isKnown, offeredTimes, type Piece } from '../slots/room';
import { useBookableDays, useSlots } from '../slots/use-slots';
import { useBookingDraft } from './use-draft';
import { isQuantity } from './validate';

const named = ({ displayTime, label }: SelectedSlot) => `${displayTime} on ${label}`;
const pieceOf = ({ slot, quantity }: Order): Piece | null =>
  slot && { date: slot.date, time: slot.time, hours: quantity };
const isSameTime = (one: Order['slot'] | undefined, other: Order['slot']) =>
  one != null && one.date === other?.date && one.time === other.time;
/** The server has no such booking, and what it had before is as it was. */
const NOT_CREATED: ReadonlySet<Placed> = new Set(['taken', 'refused', 'signed-out']);

/** The booking that is being put together: what was typed, which times it can have, and how it is ordered. */
export function useBooking(coachId: string, coachName: string, services: Service[]) {
  const shell = useShell();
  const { values, change } = useBookingDraft(coachId, {
    coachName,
    serviceId: services[0]?.id ?? null,
    quantity: '1',
    contact: '',
    details: '',
    slot: null,
    zone: null,
    pending: null,
  });
  const service = services.find(({ id }) => id === values.serviceId);
  const days = useBookableDays();
  const { slots, reload } = useSlots(coachId, days);
  const [refused, setRefused] = useState<Piece[]>([]);
  const [notice, setNotice] = useState<string | null>(null);

  const { zone, pending } = values;
  const slot = values.slot && describeSlot(values.slot, values.slot.time, zone ?? browserZone());
  const hours = isQuantity(values.quantity) ? Number(values.quantity) : 1;
  const own = pending && isHeld(pending, serverNow(shell)) ? pieceOf(pending.order) : null;
  const wish = { hours, own, refused };

  const drop = (words: string) => {
    setNotice(`${words} Please choose another time.`);
    change({ slot: null });
  };
  // A restored or chosen slot that is no longer open, or has not the room, is let go.
  const listed = slot && days.some(({ date }) => date === slot.date);
  const decided = slot !== null && days.length > 0 && (!listed || isKnown(slot.date, slots));
  const offered = slot !== null && offeredTimes(slot.date, slots, wish).includes(slot.time);
  useEffect(() => {
    if (!slot || !decided || offered) return;
    const short = offeredTimes(slot.date, slots, { ...wish, hours: 1 }).includes(slot.time);
    drop(
      short
        ? `${named(slot)} has no room for ${hours} hours.`
        : `${named(slot)} is no longer available.`,
    );
  });

  const choose = (slot: SelectedSlot | null) => {
    setNotice(null);
    change({ slot });
  };

  const order = async (order: Order): Promise<Placed> => {
    const sent: PendingOrder = { bookingId: null, order, at: serverNow(shell) };
    change({ pending: sent });
    const outcome = await placeOrder(shell, order, (bookingId) =>
      change({ pending: { ...sent, bookingId } }),
    );
    if (outcome === 'taken' && isSameTime(pending?.order.slot, order.slot))
      change({ pending: null });
    else if (NOT_CREATED.has(outcome)) change({ pending });
    if (outcome !== 'leaving' && outcome !== 'signed-out') reviewTime(order, outcome);
    return outcome;
  };

  /** After an order that did not lead to the payment page: its time is let go where it cannot be had. */
  const reviewTime = (order: Order, outcome: Placed) => {
    const piece = pieceOf(order);
    if (!order.slot || !piece) return;
    if (outcome === 'taken') {
      setRefused((all) => [...all, piece]);
      drop(`${named(order.slot)} is no longer available.`);
    } else if (outcome === 'refused' || outcome === 'failed')
      drop(`${named(order.slot)} could not be booked.`);
    reload(order.slot.date);
  };

  const times = {
    days,
    slots,
    wish,
    value: slot,
    zone,
    notice,
    onChange: choose,
    onZone: (zone: string | null) => change({ zone }),
    onReload: reload,
  };
  return { values: { ...values, slot }, change, service, order, times };
}
