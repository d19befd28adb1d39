import type { Dependencies } from '../../core/context/dependencies';
import { log } from '../../core/process/log';
import { subscribedTypes } from './events';

const PATH = '/api/stripe/webhook/';

/** Sent by the site's endpoint for the site's own account, and by the endpoint for connected accounts for those of coaches. */
const sharedTypes = subscribedTypes.filter(
  (type) => type === 'account.updated' || type.startsWith('payout.'),
);

/** Logs at startup if a webhook endpoint is missing or lacks event types. Payouts need one for each kind of account. */
export async function checkWebhookEndpoint({
  config,
  stripe,
}: Pick<Dependencies, 'config' | 'stripe'>): Promise<void> {
  const url = new URL(PATH, config.url).href;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoints = data.filter((one) => one.url === url && one.status === 'enabled');
  if (endpoints.length === 0)
    return log.error(
      { code: 'payment.webhook_missing' },
      `no enabled webhook endpoint at ${url}; add it at the payment provider`,
    );
  const listAbsent = (types: readonly string[], number: number) =>
    types
      .filter(
        (type) =>
          endpoints.filter(
            ({ enabled_events: enabled }) => enabled.includes('*') || enabled.includes(type),
          ).length < number,
      )
      .join(', ');
  const missing = listAbsent(subscribedTypes, 1);
  if (missing)
    return log.error(
      { code: 'payment.webhook_incomplete' },
      `webhook endpoint misses events: ${missing}; subscribe to them at the payment provider`,
    );
  // The provider does not report which endpoint is for connected accounts.
  const missingOfCoaches = config.stripe.connectSecret && listAbsent(sharedTypes, 2);
  if (missingOfCoaches)
    log.error(
      { code: 'payment.webhook_incomplete' },
      `only one webhook endpoint sends ${missingOfCoaches}; subscribe to it on both: the one for your account and the one for connected accounts`,
    );
}
