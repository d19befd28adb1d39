import type Stripe from 'stripe';
import type { ApiConfig } from './config';
import type { Database } from './db/open';

/** What every part of the API works with. */
export interface Services {
  config: ApiConfig;
  db: Database;
  stripe: Stripe;
  /** The current time; tests turn this clock. */
  now(): Date;
}
