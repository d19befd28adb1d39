import { isApiError, type ShellApi } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';
import { goToPayment } from './go-to-payment';

/** Sends the browser to the payment page that is being opened; false, and the specification's words, when there is none. */
export async function pay(shell: ShellApi, opening: Promise<Checkout>): Promise<boolean> {
  let note: string | undefined;
  const checkout = await opening.catch((error: unknown) => {
    note = noteOf(error);
    return null;
  });
  if (checkout && (await goToPayment(shell, checkout))) return true;
  await shell.notify.alert('Payment session failed to create.', note);
  return false;
}

/** The server's own reason for a refused call, which stands below the alert's words; undefined where it gave none. */
export const noteOf = (error: unknown): string | undefined =>
  isApiError(error) && error.code === 'http' && error.detail
    ? error.detail.replace(/^[a-z_]+: /, '')
    : undefined;
