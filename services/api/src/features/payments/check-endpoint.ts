import type { Dependencies } from '../../core/context/dependencies';
import { log } from '../../core/process/log';
import { subscribedTypes } from './events';

const PATH = '/api/stripe/webhook/';

/** Logs at startup if the webhook endpoint is missing or lacks event types. */
export async function checkWebhookEndpoint({
  config,
  stripe,
}: Pick<Dependencies, 'config' | 'stripe'>): Promise<void> {
  const url = new URL(PATH, config.url).href;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((one) => one.url === url && one.status === 'enabled');
  if (!endpoint)
    return log.error(
      { code: 'payment.webhook_missing' },
      `no enabled webhook endpoint at ${url}; add it at the payment provider`,
    );
  const enabled = new Set<string>(endpoint.enabled_events);
  const missing = enabled.has('*') ? [] : subscribedTypes.filter((type) => !enabled.has(type));
  if (missing.length > 0)
    log.error(
      { code: 'payment.webhook_incomplete' },
      `webhook endpoint misses events: ${missing.join(', ')}; subscribe to them at the payment provider`,
    );
}
