import type { Checkout } from 'contracts/answers';
import type { ShellApi } from 'contracts/shell';

/** Leaves for the hosted payment page: by its URL where the server gives one, else through Stripe.js by session id; false when neither works. */
export async function goToPayment(shell: ShellApi, { sessionId, url }: Partial<Checkout>): Promise<boolean> {
  if (!sessionId) return false;
  if (url) return shell.leave('payment', url);
  const { publishableKey } = shell.site.payment;
  if (!publishableKey) return false;
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure');
    const stripe = await loadStripe(publishableKey);
    const result = await stripe?.redirectToCheckout({ sessionId });
    return result !== undefined && !result.error;
  } catch {
    return false;
  }
}
