import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import Stripe from 'stripe';
import { runSweep } from './bookings/sweep';
import type { ApiConfig } from './config';
import { openDatabase } from './db/open';
import { runRetention } from './db/retention';
import { createApp } from './http/app';
import type { Services } from './http/context';
import { runOutbox } from './mail/outbox';
import { seedDatabase } from './seed';

const STRIPE_TIMEOUT_MS = 10_000;

/** The Stripe client, at Stripe or at the host that the configuration names. */
function createStripe({ secretKey, apiUrl }: ApiConfig['stripe']): Stripe {
  const url = apiUrl ? new URL(apiUrl) : null;
  const elsewhere = url && {
    host: url.hostname,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
  return new Stripe(secretKey, { timeout: STRIPE_TIMEOUT_MS, maxNetworkRetries: 2, telemetry: false, ...elsewhere });
}

/** Opens the database and everything around it, without listening. */
export async function createServices(config: ApiConfig, now: () => Date = () => new Date()) {
  const database = await openDatabase(config.database);
  if (config.seed) await seedDatabase(database.db, now());
  const services: Services = { config, db: database.db, stripe: createStripe(config.stripe), now };
  return { services, database };
}

/** Starts the API; resolves when it listens. */
export async function startApi(config: ApiConfig) {
  const { services, database } = await createServices(config);
  const app = createApp(services);
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port: config.port }, () => resolve(listening)) as Server;
    listening.once('error', reject);
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const stops = [runOutbox(services), runSweep(services), runRetention(services)];
  return {
    server,
    kind: database.kind,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 3000).unref();
      });
      await Promise.all(stops.map((stop) => stop()));
      await database.close();
    },
  };
}
