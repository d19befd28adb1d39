import type { PageShell, ShellApi } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';

/** Texts that switch Stripe's fraud signals off. */
const OFF = /^(?:no|off|false|0)$/i;

async function loadStripe(shell: ShellApi, publishableKey: string) {
  const stripe = await import('@stripe/stripe-js/pure');
  const signals = shell.site.settings['stripeAdvancedFraudSignals'];
  if (signals)
    stripe.loadStripe.setLoadParameters({ advancedFraudSignals: !OFF.test(signals.trim()) });
  return stripe.loadStripe(publishableKey);
}

function warn(cause: string, error?: unknown): false {
  console.warn('Payment session failed to create.', cause, ...(error ? [error] : []));
  return false;
}

/** Redirects to the payment page, by URL or else through Stripe.js. Resolves to false if neither works, or the student has signed out since. */
export async function goToPayment(
  shell: PageShell,
  { sessionId, url }: Partial<Checkout>,
  wasSignedIn: boolean,
): Promise<boolean> {
  const isSignedOut = () =>
    shell.session.aborted || (wasSignedIn && shell.auth.store.getState().status === 'signed-out');
  if (isSignedOut()) return false;
  if (!sessionId) return warn('The server sent no session id.');
  if (url) {
    if (shell.leave('payment', url)) return true;
    return warn(`The payment page ${url.split('/', 3).join('/')} is not in REDIRECT_ORIGINS.`);
  }
  const publishableKey = shell.site.settings['stripePublishableKey'];
  if (!publishableKey)
    return warn('The server sent no payment page, and the setting stripePublishableKey is unset.');
  try {
    const stripe = await loadStripe(shell, publishableKey);
    if (!stripe) return warn('Stripe.js did not load.');
    if (isSignedOut()) return false;
    const left = new Promise<true>((resolve) =>
      window.addEventListener('pagehide', () => resolve(true), { once: true }),
    );
    // a redirect that succeeds never resolves, also not in a page that the bfcache restores
    const redirected = stripe.redirectToCheckout({ sessionId }).then(({ error }) => {
      if (error) warn('Stripe.js refused the payment session.', error);
      return !error;
    });
    return await Promise.race([redirected, left]);
  } catch (error) {
    return warn('Stripe.js failed.', error);
  }
}
