import { isApiError, type ShellApi } from '@carry/remote-kit';
import { createBooking, createCheckout, type Order } from './api';
import { noteOf, pay } from './pay';

/**
 * `refused`: the server's own no, `taken` when it is the time's fault. `failed`: the server broke, `unanswered`: nothing came back;
 * nobody knows then whether there is a booking. `unpaid`: there is one, and no way to pay it. `signed-out`: the server does not know who orders.
 */
export type Placed =
  | 'leaving'
  | 'taken'
  | 'refused'
  | 'failed'
  | 'unanswered'
  | 'unpaid'
  | 'signed-out';

const NOT_CREATED = 'Failed to create booking.';

/** Creates the booking and its checkout session and sends the browser to pay; every failure is shown in the specification's words. */
export async function placeOrder(
  shell: ShellApi,
  order: Order,
  onCreated: (bookingId: number | string) => void,
): Promise<Placed> {
  let bookingId: number | string | null | undefined;
  try {
    bookingId = (await createBooking(shell.api, order)).booking_id;
  } catch (error) {
    const noToken = isApiError(error) && error.code === 'no-token';
    await shell.notify.alert(
      noToken ? 'Authentication token missing. Please log in again.' : NOT_CREATED,
      noteOf(error),
    );
    return reasonOf(error);
  }
  if (bookingId === undefined || bookingId === null) {
    await shell.notify.alert(NOT_CREATED);
    return 'refused';
  }
  onCreated(bookingId);
  return (await pay(shell, createCheckout(shell.api, order, bookingId))) ? 'leaving' : 'unpaid';
}

function reasonOf(error: unknown): Placed {
  if (!isApiError(error)) return 'failed';
  if (error.status === 401) return 'signed-out';
  if (error.status === 409) return 'taken';
  if (error.status === 0) return 'unanswered';
  return error.code === 'http' && error.status < 500 ? 'refused' : 'failed';
}
