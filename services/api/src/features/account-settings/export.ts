import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import type { Database } from '../../core/db/open';
import {
  bookings,
  chatAccounts,
  chatLogins,
  coaches,
  mailTokens,
  messageReports,
  operatorRecoveryCodes,
  operators,
  reviewReports,
  reviews,
  services,
  users,
  waitlist,
} from '../../core/db/schema';
import { printList } from '../../core/http/stream-json';
import { listDevices } from '../accounts/devices';
import { money } from '../bookings/money';
import { keepCompletion } from '../bookings/windows';
import { heldMinutes } from '../calendar/held-minutes';
import { readEarnings } from '../earnings/export';
import { readMessages } from '../messages/export';
import { exportCoach, readApplications, readReplies } from './export-coach';

const BATCH_ROWS = 100;

/** Prints a user's data in pieces, without secrets, payment ids and coaches' private notes. */
export async function* exportAccount(
  deps: Dependencies,
  userId: number,
  session: string | null,
): AsyncGenerator<string> {
  const { db, now } = deps;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const email = user?.email ?? '';
  const account = {
    id: userId,
    email,
    registered_at: user?.createdAt.toISOString() ?? null,
    verified_at: user?.verifiedAt?.toISOString() ?? null,
    reminders: user?.remindersOffAt === null,
    display_name: user?.displayName ?? null,
    locked_at: user?.lockedAt?.toISOString() ?? null,
    pending_email: await readPendingAddress(deps, userId),
  };
  yield `{"exported_at":${JSON.stringify(now())},"account":${JSON.stringify(account)}`;
  yield `,"devices":${JSON.stringify(await listDevices(deps, { userId, sessionId: session }))},"bookings":`;
  yield* printList(inBatches((last) => readBookings(db, userId, last)));
  yield ',"reviews":';
  yield* printList(inBatches((last) => readReviews(db, userId, last)));
  yield ',"messages":';
  yield* printList(readMessages(db, userId));
  yield ',"earnings":';
  yield* printList(inBatches((last) => readEarnings(db, userId, { last, limit: BATCH_ROWS })));
  yield ',"review_replies":';
  yield* printList(inBatches((last) => readReplies(db, userId, { last, limit: BATCH_ROWS })));
  yield ',"reported_reviews":';
  yield* printList(inBatches((last) => readReportedReviews(db, userId, last)));
  yield ',"reported_messages":';
  yield* printList(inBatches((last) => readReportedMessages(db, userId, last)));
  yield `,${printFields(await readLinks(db, { userId, email }))},"coach_applications":`;
  yield* printList(readApplications(deps, { userId, email }));
  const roles = {
    coach: await exportCoach(deps, userId),
    operator: await exportOperator(db, userId),
  };
  yield `,${printFields(roles)}}`;
}

const printFields = (fields: object): string => JSON.stringify(fields).slice(1, -1);

async function readReportedReviews(db: Database, userId: number, last: number) {
  const rows = await db
    .select({ id: reviewReports.reviewId, reason: reviewReports.reason })
    .from(reviewReports)
    .where(and(eq(reviewReports.userId, userId), gt(reviewReports.reviewId, last)))
    .orderBy(asc(reviewReports.reviewId))
    .limit(BATCH_ROWS);
  return rows.map(({ id, reason }) => ({ id, row: { review: id, reason } }));
}

async function readReportedMessages(db: Database, userId: number, last: number) {
  const rows = await db
    .select({ id: messageReports.messageId, reason: messageReports.reason })
    .from(messageReports)
    .where(and(eq(messageReports.userId, userId), gt(messageReports.messageId, last)))
    .orderBy(asc(messageReports.messageId))
    .limit(BATCH_ROWS);
  return rows.map(({ id, reason }) => ({ id, row: { message: id, reason } }));
}

/** Reads chat accounts and entries of waiting lists: at most one of each kind and game. */
async function readLinks(db: Database, { userId, email }: { userId: number; email: string }) {
  const [chat] = await db.select().from(chatAccounts).where(eq(chatAccounts.userId, userId));
  const logins = await db.select().from(chatLogins).where(eq(chatLogins.userId, userId));
  const waiting = await db.select().from(waitlist).where(eq(waitlist.email, email.toLowerCase()));
  return {
    discord: chat ? { id: chat.chatId, username: chat.username } : null,
    discord_login: logins.map(({ chatId, linkedAt }) => ({
      id: chatId,
      linked_at: linkedAt.toISOString(),
    })),
    waiting_list: waiting.map(({ game, createdAt, invitedAt, unsubscribedAt }) => ({
      game,
      since: createdAt.toISOString(),
      invited_at: invitedAt?.toISOString() ?? null,
      unsubscribed_at: unsubscribedAt?.toISOString() ?? null,
    })),
  };
}

async function readPendingAddress({ db, now }: Dependencies, userId: number) {
  const [change] = await db
    .select({ address: mailTokens.address })
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.userId, userId),
        eq(mailTokens.purpose, 'change'),
        isNull(mailTokens.usedAt),
        gt(mailTokens.expiresAt, now()),
      ),
    );
  return change?.address ?? null;
}

/** Returns the operator role and the state of its second factor, without secrets; null without the role. */
async function exportOperator(db: Database, userId: number) {
  const [operator] = await db.select().from(operators).where(eq(operators.userId, userId));
  if (!operator) return null;
  const [codes] = await db
    .select({ number: count() })
    .from(operatorRecoveryCodes)
    .where(eq(operatorRecoveryCodes.userId, userId));
  return {
    since: operator.addedAt.toISOString(),
    second_factor_since: operator.confirmedAt?.toISOString() ?? null,
    recovery_codes: codes?.number ?? 0,
  };
}

async function* inBatches<Row>(
  read: (last: number) => Promise<{ id: number; row: Row }[]>,
): AsyncGenerator<Row[]> {
  let last = 0;
  for (;;) {
    const batch = await read(last);
    yield batch.map(({ row }) => row);
    if (batch.length < BATCH_ROWS) return;
    last = batch.at(-1)?.id ?? last;
  }
}

/** An expression, because PostgreSQL would walk all bookings by their id. */
const byId = sql`${bookings.id} + 0`;

async function readBookings(db: Database, userId: number, last: number) {
  const booked = await db
    .select({ booking: bookings, coach: coaches.name, service: services.label })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(and(eq(bookings.studentId, userId), gt(bookings.id, last)))
    .orderBy(byId)
    .limit(BATCH_ROWS);
  return booked.map(({ booking, coach, service }) => {
    const completion = keepCompletion(booking);
    const row = {
      id: booking.id,
      coach,
      service,
      status: booking.status,
      session_time: booking.startsAt?.toISOString() ?? null,
      moved_from: booking.movedFrom?.toISOString() ?? null,
      suggested_time: booking.suggestedStart?.toISOString() ?? null,
      time_zone: booking.timeZone,
      duration_minutes: booking.durationMinutes,
      held_minutes: heldMinutes(booking),
      contact_info: booking.contactInfo,
      details: booking.details,
      paid_at: booking.paidAt?.toISOString() ?? null,
      completed_at: completion.completedAt?.toISOString() ?? null,
      delivered_at: completion.deliveredAt?.toISOString() ?? null,
      refund_reason: booking.refundReason,
      ...money(booking),
    };
    return { id: booking.id, row };
  });
}

async function readReviews(db: Database, userId: number, last: number) {
  const written = await db
    .select({ review: reviews })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(and(eq(bookings.studentId, userId), gt(bookings.id, last)))
    .orderBy(byId)
    .limit(BATCH_ROWS);
  return written.map(({ review: { bookingId, reviewerName, rating, comment } }) => ({
    id: bookingId ?? 0,
    row: { booking: bookingId, reviewer_name: reviewerName, rating, comment },
  }));
}
