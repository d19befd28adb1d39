import { isApiError, type PageShell } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';

/** Redirects to the checkout's payment page. Shows an alert and resolves to false on failure; only resolves to false if another person may read it. */
export async function pay(shell: PageShell, opening: Promise<Checkout>): Promise<boolean> {
  const wasSignedIn = shell.auth.store.getState().status === 'signed-in';
  let failure: unknown;
  const checkout = await opening.catch((error: unknown) => {
    failure = error;
    return null;
  });
  if (checkout) {
    const late = import(/* webpackChunkName: "on-demand" */ './go-to-payment');
    if (
      await late
        .then(({ goToPayment }) => goToPayment(shell, checkout, wasSignedIn))
        .catch(() => false)
    )
      return true;
  }
  if (isOthers(shell, failure)) return false;
  await shell.notify.alert('Payment session failed to create.', getNote(failure));
  return false;
}

/** Returns true if another person may read the alert. A call's 401 ends an opaque session, too, but its person is still here. */
export const isOthers = ({ session, auth }: PageShell, error: unknown): boolean =>
  session.aborted &&
  !(isApiError(error) && error.status === 401 && auth.store.getState().status === 'signed-out');

/** Server's reason for a rejected call, shown below the alert text. */
export const getNote = (error: unknown): string | undefined =>
  (isApiError(error) && error.code === 'http' && error.detail) || undefined;
