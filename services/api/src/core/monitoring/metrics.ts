import { and, count, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { loggedEvents } from 'server-kit/log';
import { droppedLines } from 'server-kit/output';
import type { Database } from '../db/open';
import {
  bookings,
  coachCalendars,
  hasFailedRefund,
  isFailedMailOpen,
  outbox,
  paymentIncidents,
} from '../db/schema';
import { log } from '../process/log';

const OVERDUE_MS = 5 * 60_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  registry: Registry;
  calls: Histogram<'method' | 'route' | 'status'>;
  unlistedPaymentPages: Counter;
  /** Counts and logs an answer that left rows out. `list` is a label, so it has few values. */
  reportCut(list: string, rows: number): void;
}

/** Creates the API's metrics. Row counts are queried on each scrape. */
export function createMetrics(db: Database, now: () => Date = () => new Date()): Metrics {
  const registry = new Registry();
  new Counter({
    name: 'carry_api_log_lines_dropped_total',
    help: 'Lines of the log that could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  new Counter({
    name: 'carry_api_events_total',
    help: 'Security and money events in the log, by code.',
    labelNames: ['code'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, times] of loggedEvents()) this.inc({ code }, times);
    },
  });
  registerCounts(registry, db, now);
  new Gauge({
    name: 'carry_api_clock_offset_seconds',
    help: "Seconds that this machine's clock is ahead of the database's, which the API uses.",
    registers: [registry],
    collect() {
      this.set((Date.now() - now().getTime()) / 1000);
    },
  });
  const unlistedPaymentPages = new Counter({
    name: 'carry_api_payment_pages_unlisted_total',
    help: 'Payment pages blocked because the site does not list their origin.',
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'carry_api_request_seconds',
    help: 'Duration of calls in seconds, by the pattern of their path.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  const cutLists = new Counter({
    name: 'carry_api_lists_cut_total',
    help: 'Responses truncated by a row limit, by list.',
    labelNames: ['list'] as const,
    registers: [registry],
  });
  const reportCut: Metrics['reportCut'] = (list, rows) => {
    cutLists.inc({ list });
    log.warn(`list cut after ${rows} rows (${list}); the rest was left out`);
  };
  return { registry, calls, unlistedPaymentPages, reportCut };
}

function registerCounts(registry: Registry, db: Database, now: () => Date): void {
  const rows = (
    name: string,
    help: string,
    [table, where]: [PgTable, SQL | undefined | (() => SQL | undefined)],
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const [row] = await db
          .select({ number: count() })
          .from(table)
          .where(typeof where === 'function' ? where() : where)
          .catch(() => []);
        if (row) this.set(row.number);
        else this.remove();
      },
    });
  rows('carry_api_holds', 'Unpaid bookings that hold a slot.', [
    bookings,
    eq(bookings.status, 'pending_payment'),
  ]);
  rows('carry_api_bookings_confirmed', 'Confirmed bookings.', [
    bookings,
    eq(bookings.status, 'confirmed'),
  ]);
  rows('carry_api_payments', 'Bookings that were paid.', [bookings, isNotNull(bookings.paidAt)]);
  rows('carry_api_refunds_due', 'Bookings with a refund in progress.', [
    bookings,
    inArray(bookings.refund, ['due', 'begun']),
  ]);
  rows(
    'carry_api_refunds_failed',
    'Bookings whose refund, or a part, failed and needs an operator.',
    [bookings, hasFailedRefund],
  );
  rows(
    'carry_api_payment_incidents_open',
    'Open payment incidents: disputes, failed refunds or payouts that need an operator.',
    [paymentIncidents, isNull(paymentIncidents.resolvedAt)],
  );
  rows('carry_api_mails_waiting', 'Emails queued for delivery.', [
    outbox,
    and(isNull(outbox.sentAt), isNull(outbox.failedAt)),
  ]);
  rows('carry_api_mails_given_up', 'Emails that failed permanently and are not dismissed.', [
    outbox,
    () => isFailedMailOpen(now()),
  ]);
  rows(
    'carry_api_calendars_overdue',
    "Coaches' calendars that should have been read more than five minutes ago.",
    [coachCalendars, () => lt(coachCalendars.nextReadAt, new Date(now().getTime() - OVERDUE_MS))],
  );
}
