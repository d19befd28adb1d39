import { isApiError, type PageShell } from '@carry/remote-kit';
import { createBooking, createCheckout, type Order } from './api';
import { getNote, isOthers, pay } from './pay';

/**
 * `refused`: rejected; `taken`: slot gone (409); `changed`: coach or service gone (410); `signed-out`: 401, or the session ended meanwhile.
 * `failed` (5xx), `unanswered`: a booking may exist. `unpaid`: it exists, its checkout failed. `booked`: the order was paid before.
 */
export type Placed =
  | 'leaving'
  | 'taken'
  | 'changed'
  | 'refused'
  | 'failed'
  | 'unanswered'
  | 'unpaid'
  | 'signed-out'
  | 'booked';

const NOT_CREATED = 'Failed to create booking.';

/** Creates the booking and its checkout session, then redirects to payment. Alerts on every failure. */
export async function placeOrder(
  shell: PageShell,
  order: Order,
  onCreated: (bookingId: number | string) => void,
): Promise<Placed> {
  let bookingId: number | string | null | undefined;
  try {
    bookingId = (await createBooking(shell.api, order)).booking_id;
  } catch (error) {
    if (isOthers(shell, error)) return 'signed-out';
    const noToken = isApiError(error) && error.code === 'no-token';
    await shell.notify.alert(
      noToken ? 'Authentication token missing. Please log in again.' : NOT_CREATED,
      getNote(error),
    );
    return findReason(error);
  }
  if (shell.session.aborted) return 'signed-out'; // the unpaid booking expires
  if (bookingId === undefined || bookingId === null || bookingId === '') {
    await shell.notify.alert(NOT_CREATED);
    return 'refused';
  }
  onCreated(bookingId);
  return (await pay(shell, createCheckout(shell.api, order, bookingId))) ? 'leaving' : 'unpaid';
}

/** Statuses after which a booking can't be paid: it is missing, expired or paid. Servers differ. */
const NOT_PAYABLE: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** Opens the payment page of the booking that the same order created before. Resolves to null if it can't be paid anymore. */
export async function payAgain(
  shell: PageShell,
  order: Order,
  bookingId: number | string,
): Promise<Placed | null> {
  const opening = createCheckout(shell.api, order, bookingId);
  const refusal = await opening.then(
    () => null,
    (error: unknown) => (isApiError(error) && NOT_PAYABLE.has(error.status) ? error : null),
  );
  if (refusal) return /already paid/i.test(refusal.detail ?? '') ? 'booked' : null;
  return (await pay(shell, opening)) ? 'leaving' : 'unpaid';
}

function findReason(error: unknown): Placed {
  if (!isApiError(error)) return 'failed';
  if (error.status === 401) return 'signed-out';
  if (error.status === 409) return 'taken';
  if (error.status === 410) return 'changed';
  if (error.status === 0) return 'unanswered';
  return error.code === 'http' && error.status < 500 ? 'refused' : 'failed';
}
