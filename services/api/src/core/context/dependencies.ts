import type Stripe from 'stripe';
import type { ApiConfig } from '../config';
import type { LiveUpdates } from '../db/live-updates';
import type { Database } from '../db/open';
import type { FileStore } from '../files/file-store';
import type { Metrics } from '../monitoring/metrics';
import type { Background } from '../process/background';
import type { PaymentPageOrigins } from './page-origin';

export interface Dependencies {
  config: ApiConfig;
  db: Database;
  stripe: Stripe;
  background: Background;
  files: FileStore;
  pictures: FileStore;
  live: LiveUpdates;
  metrics: Metrics;
  paymentPageOrigins: PaymentPageOrigins;
  lifecycle: { stopping: boolean };
  now(): Date;
}
