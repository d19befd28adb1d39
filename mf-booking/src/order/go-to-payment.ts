import type { ShellApi } from '@carry/remote-kit';
import type { Checkout } from '@carry/remote-kit/answers';

const SCRIPT = 'https://js.stripe.com/basil/stripe.js';

/** What is used of Stripe.js. */
type StripeFactory = (publishableKey: string) => {
  redirectToCheckout(options: { sessionId: string }): Promise<{ error?: unknown }>;
};

/** Leaves for the hosted payment page: by its URL where the server gives one, else through Stripe.js by session id; false when neither works. */
export async function goToPayment(
  shell: ShellApi,
  { sessionId, url }: Partial<Checkout>,
): Promise<boolean> {
  if (!sessionId) return false;
  if (url) return shell.leave('payment', url);
  const publishableKey = shell.site.settings['stripePublishableKey'];
  if (!publishableKey) return false;
  try {
    const stripe = await shell.loadScript<StripeFactory>(SCRIPT, 'Stripe');
    const { error } = await stripe(publishableKey).redirectToCheckout({ sessionId });
    return !error;
  } catch {
    return false;
  }
}
