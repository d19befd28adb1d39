import { isPublic } from '@carry/contracts/deployment';
import { collectDefaultMetrics } from 'prom-client';
import { closeServer, listen } from 'server-kit/http-server';
import Stripe from 'stripe';
import { type ApiConfig, sampleTexts } from '../core/config';
import type { Dependencies } from '../core/context/dependencies';
import { PaymentPageOrigins } from '../core/context/page-origin';
import { createDatabaseClock } from '../core/db/clock';
import { LiveUpdates } from '../core/db/live-updates';
import { openDatabase } from '../core/db/open';
import { openFileStore } from '../core/files/bucket-store';
import { createMetrics } from '../core/monitoring/metrics';
import { Background } from '../core/process/background';
import { log } from '../core/process/log';
import { repeat } from '../core/process/repeat';
import { runSweep } from '../features/bookings/sweep';
import { runCalendars } from '../features/busy-times/refresh';
import { runDirectory } from '../features/directory/refresh';
import { runCompaction } from '../features/earnings/compact';
import { runOutbox } from '../features/mail/outbox';
import { runOperatorEmails } from '../features/operator/open-work-emails';
import { checkWebhookEndpoint } from '../features/payments/check-endpoint';
import { checkBalanceCurrency } from '../features/payouts/check-currency';
import { runPayouts } from '../features/payouts/run';
import { runReminders } from '../features/reminders/run';
import { createApp } from './app';
import { runRetention } from './retention';
import { hasDemoAccounts, seedDatabase } from './seed';

/** Quartz drifts less than a millisecond in this interval. */
const CLOCK_EVERY_MS = 10_000;
const STRIPE_TIMEOUT_MS = 10_000;
// Timeouts of a graceful shutdown; together well under ten seconds.
/** With the drain, which is at most two seconds. */
const CALLS_MS = 5000;
const TASKS_MS = 2000;
const DATABASE_MS = 1500;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function createStripe({ secretKey, apiUrl }: ApiConfig['stripe']): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null;
  const elsewhere = url && {
    host: url.hostname,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
  return new Stripe(secretKey, {
    timeout: STRIPE_TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...elsewhere,
  });
}

export async function createDependencies(config: ApiConfig, testClock?: () => Date) {
  const database = await openDatabase(config.database);
  const clock = await createDatabaseClock(database);
  const now = testClock ?? clock.now;
  if (config.seed) await seedDatabase(database.db, now(), config.seedMarketplace);
  else if (isPublic(config.siteUrl) && (await hasDemoAccounts(database.db))) {
    await database.close();
    throw new Error(
      `The database contains demo accounts with public passwords, so no site can start at ${config.siteUrl}. Use another database or remove them`,
    );
  }
  if (isPublic(config.siteUrl) && config.textsFolder === sampleTexts)
    log.warn(
      { code: 'legal.texts_missing' },
      'TEXTS_FOLDER is not set: the terms, privacy policy, refund policy and imprint are samples; set it to a folder with yours',
    );
  const lifecycle = { stopping: false };
  const deps: Dependencies = {
    config,
    db: database.db,
    stripe: createStripe(config.stripe),
    background: new Background(),
    files: openFileStore(config.uploads.messages),
    pictures: openFileStore(config.uploads.pictures),
    live: new LiveUpdates(database.listen),
    metrics: createMetrics(database.db, now),
    paymentPageOrigins: new PaymentPageOrigins(),
    lifecycle,
    now,
  };
  return { deps, database, clock };
}

function checkProvider(deps: Dependencies): void {
  deps.background.later('checking the payment pages', () =>
    deps.paymentPageOrigins.checkOpenPage(deps),
  );
  if (!isPublic(deps.config.siteUrl)) return;
  deps.background.later('checking the webhook endpoint', () => checkWebhookEndpoint(deps));
  deps.background.later("checking the balance's currency", () => checkBalanceCurrency(deps));
}

export async function startApi(config: ApiConfig) {
  log.level = config.logLevel;
  const { deps, database, clock } = await createDependencies(config);
  collectDefaultMetrics({ register: deps.metrics.registry });
  const app = createApp(deps);
  const server = await listen(app.fetch, config.port, config.host).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  checkProvider(deps);
  const stops = [
    repeat(CLOCK_EVERY_MS, "reading the database's clock", clock.synchronize),
    runOutbox(deps),
    runSweep(deps),
    runPayouts(deps),
    runCalendars(deps),
    runRetention(deps),
    runReminders(deps),
    runOperatorEmails(deps),
    runDirectory(deps),
    runCompaction(deps),
  ];
  return {
    server,
    kind: database.kind,
    async close() {
      deps.lifecycle.stopping = true;
      await sleep(config.drainMs);
      await deps.live.close();
      const stopped = Promise.all(stops.map((stop) => stop()));
      await closeServer(server, CALLS_MS - config.drainMs);
      await Promise.race([Promise.all([stopped, deps.background.settled()]), sleep(TASKS_MS)]);
      await Promise.race([database.close(), sleep(DATABASE_MS)]);
    },
  };
}
