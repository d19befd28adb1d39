import type { ShellApi } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';

/** Loads Stripe.js with the site's choice about fraud signals. Rejects if it cannot be loaded. */
async function loadStripe(shell: ShellApi, publishableKey: string) {
  const stripe = await import('@stripe/stripe-js/pure');
  const signals = shell.site.settings['stripeAdvancedFraudSignals'];
  if (signals) stripe.loadStripe.setLoadParameters({ advancedFraudSignals: signals !== 'no' });
  return stripe.loadStripe(publishableKey);
}

/**
 * Sends the browser to the hosted payment page: by its URL if the server gave one, otherwise through Stripe.js by session id.
 * Resolves to false when neither works.
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
    const result = await stripe?.redirectToCheckout({ sessionId });
    return result !== undefined && !result.error;
  } catch {
    return false;
  }
}
