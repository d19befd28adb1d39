import type { SelectedSlot, Service } from '@carry/contracts/api';
import { serverNow, useShell } from '@carry/remote-kit';
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
    const piece = pieceOf(order);
    const sameTime =
      piece && pending?.order.slot?.date === piece.date && pending.order.slot.time === piece.time;
    if (outcome === 'taken' || outcome === 'refused' || outcome === 'signed-out')
      change({ pending: outcome === 'taken' && sameTime ? null : pending });
    if (!order.slot || !piece || outcome === 'leaving' || outcome === 'signed-out') return outcome;
    if (outcome === 'taken') setRefused((all) => [...all, piece]);
    if (outcome === 'taken') drop(`${named(order.slot)} is no longer available.`);
    if (outcome === 'refused' || outcome === 'failed')
      drop(`${named(order.slot)} could not be booked.`);
    reload(order.slot.date);
    return outcome;
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
