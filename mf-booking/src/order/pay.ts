import { isApiError, type PageShell } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';

/** Redirects to the checkout's payment page. Shows an alert and resolves to false on failure; only resolves to false after a sign-out. */
export async function pay(shell: PageShell, opening: Promise<Checkout>): Promise<boolean> {
  let note: string | undefined;
  const checkout = await opening.catch((error: unknown) => {
    note = getNote(error);
    return null;
  });
  if (checkout) {
    const late = import(/* webpackChunkName: "on-demand" */ './go-to-payment');
    if (await late.then(({ goToPayment }) => goToPayment(shell, checkout)).catch(() => false))
      return true;
  }
  if (shell.session.aborted) return false;
  await shell.notify.alert('Payment session failed to create.', note);
  return false;
}

/** Server's reason for a rejected call, shown below the alert text. */
export const getNote = (error: unknown): string | undefined =>
  (isApiError(error) && error.code === 'http' && error.detail) || undefined;
