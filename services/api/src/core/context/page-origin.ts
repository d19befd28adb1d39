import type Stripe from 'stripe';
import type { ApiConfig } from '../config';
import type { Metrics } from '../monitoring/metrics';
import { describeError, log } from '../process/log';

const TIMEOUT_MS = 3000;
const CHECK_EVERY_MS = 60_000;

interface Needs {
  config: ApiConfig;
  metrics: Metrics;
  stripe: Stripe;
}

/** True if the site allows redirects to a payment origin; null if the site does not respond. */
async function isListed(siteUrl: string, origin: string): Promise<boolean | null> {
  const response = await fetch(new URL('/_shell/site.json', siteUrl), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) return null;
  const site = (await response.json()) as {
    runs?: { redirects?: { payment?: unknown } };
  } | null;
  const origins = site?.runs?.redirects?.payment;
  return Array.isArray(origins) ? origins.includes(origin) : null;
}

export class PaymentPageOrigins {
  private readonly checkedAt = new Map<string, number>();

  /** Counts and logs a payment page whose origin the site blocks. Checks each origin once a minute. */
  async check({ config, metrics }: Needs, url: string | null): Promise<void> {
    if (!url) return;
    const { origin } = new URL(url);
    const before = this.checkedAt.get(origin);
    if (before !== undefined && performance.now() - before < CHECK_EVERY_MS) return;
    this.checkedAt.set(origin, performance.now());
    const listed = await isListed(config.siteUrl, origin).catch((error: unknown) => {
      log.info(
        { code: 'payment.origins_unknown' },
        `failed to read the site's payment origins: ${describeError(error)}`,
      );
      return null;
    });
    if (listed !== false) return;
    metrics.unlistedPaymentPages.inc();
    this.checkedAt.delete(origin); // counts every page until the site allows the origin
    log.error(
      { code: 'payment.page_blocked' },
      `payment page origin ${origin} is not in the site's REDIRECT_ORIGINS, so browsers block every payment; add it to \`payment\``,
    );
  }

  async checkOpenPage(deps: Needs): Promise<void> {
    const { data } = await deps.stripe.checkout.sessions.list({ limit: 1, status: 'open' });
    await this.check(deps, data[0]?.url ?? null);
  }
}
