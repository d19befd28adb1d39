import type { RefundFilter } from '@carry/contracts/api';
import { dateIn } from '@carry/contracts/format';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  max,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  coachApplications,
  coaches,
  ledgerEntries,
  messageReports,
  outbox,
  paymentEvents,
  paymentIncidents,
  reviewReports,
  reviews,
  services,
  users,
} from '../../core/db/schema';
import type { Handler, Handlers } from '../../core/http/handler';
import { startOf } from '../coaches/zone';
import { ledgerSums } from '../earnings/sums';
import { shownEmail } from '../people/shown-email';
import { hasRefund } from './bookings';
import { addDays, requireZone } from './days';
import { countFailedPayouts } from './failed-payouts';
import { MAX_LISTED } from './search';

const WEEK_MS = 7 * 24 * 3_600_000;

interface Range {
  from: Date;
  to: Date;
}

const within = (column: PgColumn, { from, to }: Range) => and(gte(column, from), lt(column, to));

/** Reads the first sessions of a range, and the number of all. */
async function readSessions({ db, metrics }: Dependencies, range: Range) {
  const begins = and(
    within(bookings.startsAt, range),
    inArray(bookings.status, ['confirmed', 'completed', 'cancelled']),
  );
  const rows = await db
    .select({
      id: bookings.id,
      startsAt: bookings.startsAt,
      status: bookings.status,
      student: shownEmail(users),
      coach: coaches.name,
      service: services.label,
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.studentId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(begins)
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(MAX_LISTED);
  const number = rows.length < MAX_LISTED ? rows.length : await db.$count(bookings, begins);
  if (number > MAX_LISTED) metrics.reportCut('sessions of a day', MAX_LISTED);
  return {
    sessions: rows.map(({ startsAt, ...session }) => ({
      ...session,
      session_time: startsAt?.toISOString() ?? '',
    })),
    session_count: number,
  };
}

/** Reads what was paid in a range, and refunded of it. */
export async function readRevenue(db: Database, range: Range) {
  const [row] = await db
    .select({ paid: ledgerSums.paid, refunded: ledgerSums.refunded })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .where(within(bookings.paidAt, range));
  return { paid: (row?.paid ?? 0) / 100, refunded: (row?.refunded ?? 0) / 100 };
}

const countRefunds = (db: Database, filter: RefundFilter) => db.$count(bookings, hasRefund(filter));

/** Counts what is new to an operator or waits for one, by kind. */
export async function countWork({ db, now }: Pick<Dependencies, 'db' | 'now'>) {
  const weekAgo = new Date(now().getTime() - WEEK_MS);
  const [mails] = await db
    .select({ number: count() })
    .from(outbox)
    .where(and(isNotNull(outbox.failedAt), isNull(outbox.sentAt), isNull(outbox.dismissedAt)));
  const [reviewed] = await db
    .select({ number: sql<number>`count(DISTINCT ${reviewReports.reviewId})`.mapWith(Number) })
    .from(reviewReports)
    .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
    .where(isNull(reviews.hiddenBecause));
  const [messages] = await db
    .select({ number: sql<number>`count(DISTINCT ${messageReports.messageId})`.mapWith(Number) })
    .from(messageReports);
  const [applications] = await db
    .select({ number: count() })
    .from(coachApplications)
    .where(isNull(coachApplications.decidedAt));
  return {
    refunds_failed: await countRefunds(db, 'failed'),
    failed_payouts: await countFailedPayouts(db, now()),
    refunds_requested: await db.$count(bookings, gte(bookings.refundRequestedAt, weekAgo)),
    failed_mails: mails?.number ?? 0,
    reported_reviews: reviewed?.number ?? 0,
    reported_messages: messages?.number ?? 0,
    open_applications: applications?.number ?? 0,
  };
}

async function readProvider(db: Database) {
  const [event] = await db.select({ at: max(paymentEvents.receivedAt) }).from(paymentEvents);
  return {
    last_event_at: event?.at?.toISOString() ?? null,
    open_incidents: await countIncidents(db),
  };
}

const isOpenDispute = and(
  isNull(paymentIncidents.resolvedAt),
  like(paymentIncidents.type, 'charge.dispute%'),
);

/** Counts open disputes, and returns the newest five. */
export const readDisputes = async (db: Database) => ({
  number: await db.$count(paymentIncidents, isOpenDispute),
  newest: await db
    .select({ bookingId: paymentIncidents.bookingId, summary: paymentIncidents.summary })
    .from(paymentIncidents)
    .where(isOpenDispute)
    .orderBy(desc(paymentIncidents.id))
    .limit(5),
});

export async function countIncidents(db: Database): Promise<number> {
  const [incidents] = await db
    .select({ number: count() })
    .from(paymentIncidents)
    .where(isNull(paymentIncidents.resolvedAt));
  return incidents?.number ?? 0;
}

const readOverview: Handler<'GET /api/operator/overview/'> = async (deps, { query: { zone } }) => {
  const { db, now } = deps;
  requireZone(zone);
  const today = dateIn(zone, now());
  const range = { from: startOf(today, zone), to: startOf(addDays(today, 1), zone) };
  return {
    ...(await readSessions(deps, range)),
    revenue: await readRevenue(db, range),
    refunds_due: await countRefunds(db, 'due'),
    ...(await countWork(deps)),
    provider: await readProvider(db),
  };
};

export const operatorOverviewHandlers = {
  'GET /api/operator/overview/': readOverview,
} satisfies Partial<Handlers>;
