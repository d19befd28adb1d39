import type { ShellApi } from '@carry/remote-kit';
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

/**
 * Redirects to the hosted payment page, by URL if the server sent one, otherwise through Stripe.js.
 * Resolves to false if neither works.
 */
export async function goToPayment(
  shell: ShellApi,
  { sessionId, url }: Partial<Checkout>,
): Promise<boolean> {
  if (!sessionId) return false;
  if (url) return shell.leave('payment', url);
  const publishableKey = shell.site.settings['stripePublishableKey'];
  if (!publishableKey) return false;
  try {
    const stripe = await loadStripe(shell, publishableKey);
    if (!stripe) return false;
    const left = new Promise<true>((resolve) =>
      window.addEventListener('pagehide', () => resolve(true), { once: true }),
    );
    // a redirect that succeeds never resolves, also not in a page that the bfcache restores
    const redirected = stripe.redirectToCheckout({ sessionId }).then(({ error }) => !error);
    return await Promise.race([redirected, left]);
  } catch {
    return false;
  }
}
