import type Stripe from 'stripe';
import type { Harness } from './harness';

export interface Dispute {
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string;
  status: string;
  evidence_details: { due_by: number };
  balance_transactions: { amount: number; currency: string }[];
}

/** Adds disputes to the sandbox, as the API sees them at the provider. */
export function createDisputes({ stripe }: Pick<Harness, 'stripe'>) {
  const disputes: Dispute[] = [];
  const { sessions } = stripe.checkout;
  const { retrieve } = sessions;
  const { list, retrieve: retrieveDispute } = stripe.disputes;
  const ofIntent = (intent: string) =>
    disputes.filter(({ payment_intent }) => payment_intent === intent);
  sessions.retrieve = (async (...about: Parameters<typeof retrieve>) => {
    const session = await retrieve.apply(sessions, about);
    const intent = session.payment_intent as Stripe.PaymentIntent | string | null;
    if (intent && typeof intent === 'object' && typeof intent.latest_charge === 'object')
      Object.assign(intent.latest_charge ?? {}, { disputed: ofIntent(intent.id).length > 0 });
    return session;
  }) as typeof retrieve;
  stripe.disputes.list = (async ({ payment_intent: intent = '' }) => ({
    data: ofIntent(intent),
  })) as unknown as typeof list;
  stripe.disputes.retrieve = (async (id: string) =>
    disputes.find((one) => one.id === id)) as unknown as typeof retrieveDispute;
  return {
    /** Opens a dispute, which withdraws its amount. */
    open(intent: string, amount: number): Dispute {
      const dispute = {
        ...{ id: `dp_${intent}_${disputes.length}`, payment_intent: intent, amount },
        ...{ currency: 'usd', reason: 'fraudulent', status: 'needs_response' },
        evidence_details: { due_by: Date.UTC(2026, 11, 8, 23, 59) / 1000 },
        balance_transactions: [{ amount: -amount, currency: 'usd' }],
      };
      disputes.push(dispute);
      return dispute;
    },
    /** Ends a dispute; `reinstated` is the part that was won. */
    lose(dispute: Dispute, reinstated = 0): void {
      dispute.status = 'lost';
      if (reinstated > 0)
        dispute.balance_transactions.push({ amount: reinstated, currency: 'usd' });
    },
    ofIntent,
    restore(): void {
      sessions.retrieve = retrieve;
      Object.assign(stripe.disputes, { list, retrieve: retrieveDispute });
    },
  };
}
