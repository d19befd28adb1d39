import type Stripe from 'stripe';
import type { ApiConfig } from '../config';
import type { Database } from '../db/open';
import type { Metrics } from '../monitoring/metrics';
import type { Background } from '../process/background';
import type { PaymentPageOrigins } from './page-origin';

/** What every part of the API works with. */
export interface Dependencies {
  config: ApiConfig;
  db: Database;
  stripe: Stripe;
  /** For work whose time nobody may see. */
  background: Background;
  metrics: Metrics;
  paymentPageOrigins: PaymentPageOrigins;
  /** Set when the process is about to stop: it takes no more work. */
  lifecycle: { stopping: boolean };
  /** The current time; tests turn this clock. */
  now(): Date;
}
