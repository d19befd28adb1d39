import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';

const FIRST_RETRY_MS = 500;
const ATTEMPTS = 8;
const TIMEOUT_MS = 10_000;

export interface OutgoingEvent {
  type: string;
  object: object;
  account?: string;
}

/** Sends a signed event to the webhook. Retries with exponential backoff; resolves to false after the last attempt. */
export async function deliverEvent(
  url: string,
  secret: string,
  { type, object, account }: OutgoingEvent,
): Promise<boolean> {
  const event = {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    ...(account && { account }),
    data: { object },
  };
  const payload = JSON.stringify(event);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(FIRST_RETRY_MS * 2 ** (attempt - 1), undefined, { ref: false });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    if (response?.ok) return true;
  }
  console.warn(`sandbox: webhook failed after ${ATTEMPTS} attempts: ${type} ${event.id} to ${url}`);
  return false;
}
