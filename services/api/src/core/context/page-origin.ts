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

/** Answers whether the site sends browsers to an origin to pay; null where the site does not tell. */
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

/** Compares the origin of payment pages with what the site lists: a browser does not go to another one, so nobody could pay. */
export class PaymentPageOrigins {
  private readonly checkedAt = new Map<string, number>();

  /** Counts and logs a payment page that no browser would open; asks the site once a minute for each origin. */
  async check({ config, metrics }: Needs, url: string | null): Promise<void> {
    if (!url) return;
    const { origin } = new URL(url);
    const before = this.checkedAt.get(origin);
    if (before !== undefined && performance.now() - before < CHECK_EVERY_MS) return;
    this.checkedAt.set(origin, performance.now());
    const listed = await isListed(config.siteUrl, origin).catch((error: unknown) => {
      log.info(`the site's payment origins could not be read: ${describeError(error)}`);
      return null;
    });
    if (listed !== false) return;
    metrics.unlistedPaymentPages.inc();
    this.checkedAt.delete(origin); // every page counts until the site lists it
    log.error(
      `payment pages are at ${origin}, which REDIRECT_ORIGINS of the site does not list: no browser goes there, so nobody can pay; add it to \`payment\``,
    );
  }

  /** The same at the start, for a page that is open at the provider. */
  async checkOpenPage(deps: Needs): Promise<void> {
    const { data } = await deps.stripe.checkout.sessions.list({ limit: 1, status: 'open' });
    await this.check(deps, data[0]?.url ?? null);
  }
}
