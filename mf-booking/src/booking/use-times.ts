import { browserZone, useShell } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { useEffect, useState } from 'react';
import type { Order } from '../order/api';
import { isHeld } from '../order/draft';
import type { Placed } from '../order/place-order';
import { describeSlot } from '../slots/days';
import { type Interval, isKnown, offeredTimes } from '../slots/room';
import { useBookableDays, useSlots } from '../slots/use-slots';
import type { useBookingDraft } from './use-draft';
import { isQuantity } from './validate';

const named = ({ displayTime, label }: SelectedSlot) => `${displayTime} on ${label}`;
const pieceOf = ({ slot, quantity }: Order): Interval | null =>
  slot && { date: slot.date, time: slot.time, hours: quantity };

type Draft = ReturnType<typeof useBookingDraft>;

/** Which times the booking can have, and the one that is chosen, which is let go when it cannot be had any more. */
export function useTimes(coachId: string, { values, change }: Draft) {
  const shell = useShell();
  const days = useBookableDays();
  const { slots, reload } = useSlots(coachId, days);
  const [refused, setRefused] = useState<Interval[]>([]);
  const [notice, setNotice] = useState<string | null>(null);

  const { zone, pending } = values;
  const slot = values.slot && describeSlot(values.slot, values.slot.time, zone ?? browserZone());
  const hours = isQuantity(values.quantity) ? Number(values.quantity) : 1;
  const own = pending && isHeld(pending, shell.now()) ? pieceOf(pending.order) : null;
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
        ? `There isn't room for ${hours} hours at ${named(slot)}.`
        : `${named(slot)} is no longer available.`,
    );
  });

  const choose = (slot: SelectedSlot | null) => {
    setNotice(null);
    change({ slot });
  };

  /** After an order that did not lead to the payment page: its time is let go where it cannot be had. */
  const reviewTime = (order: Order, outcome: Placed) => {
    const piece = pieceOf(order);
    if (!order.slot || !piece) return;
    if (outcome === 'taken') {
      setRefused((all) => [...all, piece]);
      drop(`${named(order.slot)} is no longer available.`);
    } else if (outcome === 'refused' || outcome === 'failed')
      drop(`${named(order.slot)} couldn't be booked.`);
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
  return { slot, times, reviewTime };
}
