import type { ShellApi } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';
import { goToPayment } from './go-to-payment';

/** Sends the browser to the payment page that is being opened; false, and the specification's words, when there is none. */
export async function pay(shell: ShellApi, opening: Promise<Checkout>): Promise<boolean> {
  const checkout = await opening.catch(() => null);
  if (checkout && (await goToPayment(shell, checkout))) return true;
  await shell.notify.alert('Payment session failed to create.');
  return false;
}
