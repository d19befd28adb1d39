import { browserZone, useShell } from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import type { Order } from '../order/api';
import {
  type BookingDraft,
  isHeld,
  isSameOrder,
  isSameTime,
  type PendingOrder,
} from '../order/draft';
import { type Placed, payAgain, placeOrder } from '../order/place-order';
import type { Slots } from '../slots/availability';
import { useBookingDraft } from './use-draft';
import { useTimes } from './use-times';

/** Outcomes after which the server has no new booking, so the previous pending order is restored. */
const NOT_CREATED: ReadonlySet<Placed> = new Set(['taken', 'changed', 'refused', 'signed-out']);

export interface BookingOptions {
  coachId: string;
  coachName: string;
  services: Service[];
  week: Slots | null;
  /** Our API takes the time zone of the student, and has limits of its own. */
  isOurApi: boolean;
}

type Ordered = Pick<BookingOptions, 'coachId' | 'isOurApi'> & { service: Service };

const toOrder = (values: BookingDraft, { coachId, service, isOurApi }: Ordered): Order => ({
  coachId,
  service,
  quantity: Number(values.quantity),
  contact: values.contact.trim(),
  details: values.details.trim(),
  slot: service.is_hourly ? values.slot : null,
  ...(isOurApi && { zone: values.zone ?? browserZone() }),
});

export function useBooking({ coachId, coachName, services, week, isOurApi }: BookingOptions) {
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
  const { values, change, checkPaid, settle } = draft;
  const service = services.find(({ id }) => id === values.serviceId);
  const { slot, times, reviewTime } = useTimes(coachId, week, draft);
  const { pending } = values;

  const create = async (order: Order): Promise<Placed> => {
    const sent: PendingOrder = { bookingId: null, order, at: shell.now() };
    change({ pending: sent });
    const outcome = await placeOrder(shell, order, (bookingId) =>
      change({ pending: { ...sent, bookingId } }),
    );
    if (shell.session.aborted) return 'signed-out'; // the form is the next person's
    if (outcome === 'taken' && isSameTime(pending?.order.slot, order.slot))
      change({ pending: null });
    else if (NOT_CREATED.has(outcome)) change({ pending });
    return outcome;
  };

  /** Opens the payment page of the order's existing booking. Resolves to null if it has none that can be paid. */
  const resume = async (order: Order): Promise<Placed | null> => {
    if (!pending || pending.bookingId === null || !isSameOrder(pending.order, order)) return null;
    if (await checkPaid()) return 'booked';
    if (shell.session.aborted || !isHeld(pending, shell.now())) return null;
    const outcome = await payAgain(shell, order, pending.bookingId);
    if (outcome === 'booked') settle();
    return outcome === null && (await checkPaid()) ? 'booked' : outcome;
  };

  const order = async (service: Service): Promise<Placed> => {
    const order = toOrder({ ...values, slot }, { coachId, service, isOurApi });
    const resumed = await resume(order);
    if (shell.session.aborted) return 'signed-out';
    const outcome = resumed ?? (await create(order));
    if (!['leaving', 'signed-out', 'booked'].includes(outcome)) reviewTime(order, outcome);
    return outcome;
  };

  return { values: { ...values, slot }, change, service, order, times, isBooked: draft.isBooked };
}
