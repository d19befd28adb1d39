import type { RefundFilter } from '@carry/contracts/api';
import { dateIn, MAX_COUNTED } from '@carry/contracts/format';
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  like,
  lt,
  max,
  not,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  coachApplications,
  coaches,
  isFailedMailOpen,
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
import { countFirst } from '../../core/lists/page';
import { findStartOfDay } from '../coaches/zone';
import { ledgerSums } from '../earnings/sums';
import { OWN_RECORDS } from '../payments/partial-refund';
import { shownEmail } from '../people/parties';
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

export async function readRevenue(db: Database, range: Range) {
  const [row] = await db
    .select({ paid: ledgerSums.paid, refunded: ledgerSums.refunded })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.bookingId))
    .where(within(bookings.paidAt, range));
  return { paid: (row?.paid ?? 0) / 100, refunded: (row?.refunded ?? 0) / 100 };
}

const countRefunds = (db: Database, filter: RefundFilter) =>
  countFirst(db, bookings, hasRefund(filter));

/** Reads the review of each report by its id: a join would read all reviews. */
const isShown = sql`(SELECT ${reviews.hiddenBecause} IS NULL FROM ${reviews} WHERE ${reviews.id} = ${reviewReports.reviewId})`;

const countReported = (db: Database, id: PgColumn, where?: SQL): Promise<number> =>
  db.$count(
    db
      .selectDistinct({ id })
      .from(id.table)
      .where(where)
      .orderBy(desc(id))
      .limit(MAX_COUNTED)
      .as('reported'),
  );

/** Counts new and waiting work of operators, by kind. Each number ends at `MAX_COUNTED`. */
export async function countWork({ db, now }: Pick<Dependencies, 'db' | 'now'>) {
  const weekAgo = new Date(now().getTime() - WEEK_MS);
  return {
    refunds_failed: await countRefunds(db, 'failed'),
    failed_payouts: await countFailedPayouts(db, now()),
    refunds_requested: await countFirst(db, bookings, gte(bookings.refundRequestedAt, weekAgo)),
    failed_mails: await countFirst(db, outbox, isFailedMailOpen(now())),
    reported_reviews: await countReported(db, reviewReports.reviewId, isShown),
    reported_messages: await countReported(db, messageReports.messageId),
    open_applications: await countFirst(db, coachApplications, isNull(coachApplications.decidedAt)),
  };
}

async function readProvider(db: Database) {
  const [event] = await db
    .select({ at: max(paymentEvents.receivedAt) })
    .from(paymentEvents)
    .where(notInArray(paymentEvents.type, OWN_RECORDS));
  return {
    last_event_at: event?.at?.toISOString() ?? null,
    open_incidents: await countFirst(db, paymentIncidents, isOpen),
  };
}

const isOpen = isNull(paymentIncidents.resolvedAt);
const isDispute = like(paymentIncidents.type, 'charge.dispute%');
const isOpenDispute = and(isOpen, isDispute);

export const readDisputes = async (db: Database) => ({
  number: await countFirst(db, paymentIncidents, isOpenDispute),
  newest: await db
    .select({ bookingId: paymentIncidents.bookingId, summary: paymentIncidents.summary })
    .from(paymentIncidents)
    .where(isOpenDispute)
    .orderBy(desc(paymentIncidents.id))
    .limit(5),
});

export const countOtherIncidents = (db: Database): Promise<number> =>
  countFirst(db, paymentIncidents, and(isOpen, not(isDispute)));

const readOverview: Handler<'GET /api/operator/overview/'> = async (deps, { query: { zone } }) => {
  const { db, now } = deps;
  requireZone(zone);
  const today = dateIn(zone, now());
  const range = { from: findStartOfDay(today, zone), to: findStartOfDay(addDays(today, 1), zone) };
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
