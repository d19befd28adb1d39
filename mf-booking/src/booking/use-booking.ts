import { useShell } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import type { Order } from '../order/api';
import { isHeld, isSameOrder, type PendingOrder } from '../order/draft';
import { type Placed, payAgain, placeOrder } from '../order/place-order';
import type { Slots } from '../slots/availability';
import { useBookingDraft } from './use-draft';
import { useTimes } from './use-times';

const isSameTime = (one: Order['slot'] | undefined, other: Order['slot']) =>
  one != null && one.date === other?.date && one.time === other.time;
/** Outcomes after which the server has no new booking, so the previous pending order is restored. */
const NOT_CREATED: ReadonlySet<Placed> = new Set(['taken', 'changed', 'refused', 'signed-out']);

export interface BookingOptions {
  coachId: string;
  coachName: string;
  services: Service[];
  week: Slots | null;
}

/** State of the booking form: the draft, the available times and the order action. */
export function useBooking({ coachId, coachName, services, week }: BookingOptions) {
  const shell = useShell();
  const draft = useBookingDraft(coachId, {
    coachName,
    serviceId: services[0]?.id ?? null,
    quantity: '1',
    contact: '',
    details: '',
    slot: null,
    zone: null,
    pending: null,
  });
  const { values, change, checkPaid } = draft;
  const service = services.find(({ id }) => id === values.serviceId);
  const { slot, times, reviewTime } = useTimes(coachId, week, draft);
  const { pending } = values;

  const create = async (order: Order): Promise<Placed> => {
    const sent: PendingOrder = { bookingId: null, order, at: shell.now() };
    change({ pending: sent });
    const outcome = await placeOrder(shell, order, (bookingId) =>
      change({ pending: { ...sent, bookingId } }),
    );
    if (outcome === 'taken' && isSameTime(pending?.order.slot, order.slot))
      change({ pending: null });
    else if (NOT_CREATED.has(outcome)) change({ pending });
    return outcome;
  };

  const order = async (order: Order): Promise<Placed> => {
    const created = pending && isSameOrder(pending.order, order) ? pending.bookingId : null;
    if (created !== null && (await checkPaid())) return 'booked';
    const isPayable = created !== null && pending && isHeld(pending, shell.now());
    const outcome = (isPayable && (await payAgain(shell, order, created))) || (await create(order));
    if (outcome !== 'leaving' && outcome !== 'signed-out') reviewTime(order, outcome);
    return outcome;
  };

  return { values: { ...values, slot }, change, service, order, times, isBooked: draft.isBooked };
}
