import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { Harness } from './harness';

export async function webhook(
  api: Harness,
  sessionId: string,
  changes: object = {},
  type = 'checkout.session.completed',
) {
  const session = await api.stripe.checkout.sessions.retrieve(sessionId);
  const content = createHash('sha256').update(JSON.stringify([type, changes]));
  const payload = JSON.stringify({
    id: `evt_${sessionId}_${content.digest('hex')}`,
    type,
    data: { object: { ...session, ...changes } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: api.config.stripe.webhookSecret,
    timestamp: Math.floor(api.now().getTime() / 1000),
  });
  const answer = await api.send('POST', '/api/stripe/webhook/', payload, undefined, {
    'stripe-signature': signature,
    'content-type': 'application/json',
  });
  expect(answer.status).toBe(200);
}
