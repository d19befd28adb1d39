import { browserZone, useShell } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { useEffect, useState } from 'react';
import type { Order } from '../order/api';
import { isHeld, isSameTime } from '../order/draft';
import type { Placed } from '../order/place-order';
import { type Interval, isLoaded, offeredTimes, type Slots } from '../slots/availability';
import { describeSlot, formatChosen } from '../slots/days';
import { useBookableDays, useSlots } from '../slots/use-slots';
import type { useBookingDraft } from './use-draft';
import { isQuantity } from './validate';

const toInterval = ({ slot, quantity }: Order): Interval | null =>
  slot && { date: slot.date, time: slot.time, hours: quantity };

type Draft = ReturnType<typeof useBookingDraft>;

/** Loads the available times and drops the chosen one when it becomes unavailable. */
export function useTimes(coachId: string, week: Slots | null, { values, change, isBooked }: Draft) {
  const shell = useShell();
  const days = useBookableDays(week);
  const { slots, reload } = useSlots(coachId, days, week);
  const [refused, setRefused] = useState<Interval[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (isBooked) setNotice(null);
  }, [isBooked]); // of a time that the student has booked

  const { zone, pending } = values;
  const inZone = zone ?? browserZone();
  const slot = values.slot && describeSlot(values.slot, inZone);
  const formatSlot = (chosen: SelectedSlot) => formatChosen(chosen, inZone);
  const hours = isQuantity(values.quantity) ? Number(values.quantity) : 1;
  const hold = pending && isHeld(pending, shell.now()) ? toInterval(pending.order) : null;
  const request = { hours, hold, refused };

  const drop = (reason: string) => {
    setNotice(`${reason} Please choose another time.`);
    change({ slot: null });
  };
  const listed = slot && days.some(({ date }) => date === slot.date);
  const loaded = slot !== null && days.length > 0 && (!listed || isLoaded(slot.date, slots));
  const isKept = hold !== null && isSameTime(hold, slot) && hold.hours >= hours && !listed; // over midnight
  const offered =
    slot !== null && (isKept || offeredTimes(slot.date, slots, request).includes(slot.time));
  useEffect(() => {
    if (!slot || !loaded || offered) return;
    const short = offeredTimes(slot.date, slots, { ...request, hours: 1 }).includes(slot.time);
    drop(
      short
        ? `There isn't room for ${hours} hours on ${formatSlot(slot)}.`
        : `${formatSlot(slot)} is no longer available.`,
    );
  });

  const choose = (slot: SelectedSlot | null) => {
    setNotice(null);
    change({ slot });
  };

  /** Reloads the day after a failed order and drops the time if the server rejected it. */
  const reviewTime = (order: Order, outcome: Placed) => {
    const interval = toInterval(order);
    if (!order.slot || !interval) return;
    if (outcome === 'taken') {
      setRefused((all) => [...all, interval]);
      drop(`${formatSlot(order.slot)} is no longer available.`);
    } else if (outcome === 'refused' || outcome === 'failed')
      drop(`${formatSlot(order.slot)} couldn't be booked.`);
    reload(order.slot.date);
  };

  const times = {
    days,
    slots,
    request,
    value: slot,
    zone,
    notice,
    onChange: choose,
    onZone: (zone: string | null) => change({ zone }),
    onReload: reload,
  };
  return { slot, times, reviewTime };
}
