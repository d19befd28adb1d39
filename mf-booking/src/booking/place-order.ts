import { isApiError, type ShellApi } from 'contracts/shell';
import { goToPayment } from '../payment/go-to-payment';
import { createBooking, createCheckout, type Order } from './api';

export type Placed = 'leaving' | 'slot-taken' | 'failed';

/** Creates the booking and its checkout session and sends the browser to pay; every failure is said in the specification's words. */
export async function placeOrder(shell: ShellApi, order: Order): Promise<Placed> {
  let bookingId: number | string | undefined;
  try {
    bookingId = (await createBooking(shell.api, order))?.booking_id;
  } catch (error) {
    const noToken = isApiError(error) && error.code === 'no-token';
    const taken = isApiError(error) && error.status === 409;
    await shell.notify.alert(noToken ? 'Authentication token missing. Please log in again.' : 'Failed to create booking.');
    return taken ? 'slot-taken' : 'failed';
  }
  if (bookingId === undefined || bookingId === null) {
    await shell.notify.alert('Failed to create booking.');
    return 'failed';
  }
  const checkout = await createCheckout(shell.api, order, bookingId).catch(() => null);
  if (checkout && (await goToPayment(shell, checkout))) return 'leaving';
  await shell.notify.alert('Payment session failed to create.');
  return 'failed';
}
