import Stripe from 'stripe';
import type { Harness } from './harness';

/** Fails the provider's next call, before it arrives or by losing the response. */
export function breakable({ stripe }: Harness) {
  let next: 'before' | 'after' | null = null;
  let count = 0;
  const places = [
    [stripe.checkout.sessions, 'create'],
    [stripe.checkout.sessions, 'expire'],
    [stripe.checkout.sessions, 'retrieve'],
    [stripe.refunds, 'create'],
    [stripe.transfers, 'create'],
    [stripe.transfers, 'createReversal'],
  ] as const;
  const undo = places.map(([owner, method]) => {
    const methods = owner as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const real = methods[method];
    methods[method] = async (...args) => {
      const when = next;
      next = null;
      if (when) count++;
      if (when === 'before')
        throw new Stripe.errors.StripeConnectionError({ message: 'no way there' } as never);
      const answer = await real?.apply(owner, args);
      if (when === 'after')
        throw new Stripe.errors.StripeConnectionError({ message: 'no way back' } as never);
      return answer;
    };
    return () => {
      methods[method] = real as never;
    };
  });
  return {
    breakNext: (when: typeof next) => {
      next = when;
    },
    count: () => count,
    restore: () => {
      for (const restore of undo) restore();
    },
  };
}
