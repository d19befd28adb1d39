import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, coaches, services, users } from '../../core/db/schema';
import { printCents } from '../../core/http/table';
import { failedCentsColumn, failedRest } from '../payments/failed-refunds';
import { shownEmail } from '../people/parties';
import { printRows } from './print-rows';

const HEAD = [
  ...['booking', 'booked_at', 'status', 'session_time', 'minutes', 'coach_id', 'coach'],
  ...['student_id', 'student', 'service', 'quantity', 'currency', 'price', 'paid_at', 'paid'],
  ...['refunded', 'refund', 'failed_refund', 'refund_reason', 'payment'],
];

const readBatch = (db: Database, where: SQL | undefined, limit: number) =>
  db
    .select({
      booking: bookings,
      student: shownEmail(users),
      coach: coaches.name,
      service: services.label,
      failedCents: failedCentsColumn,
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.studentId))
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(services, eq(services.id, bookings.serviceId))
    .where(where)
    .orderBy(asc(bookings.id))
    .limit(limit);

type Row = Awaited<ReturnType<typeof readBatch>>[number];

function toCells({ booking, student, coach, service, failedCents }: Row): string[] {
  const { paidAt, amountCents, paidCents } = booking;
  return [
    ...[String(booking.id), booking.createdAt.toISOString(), booking.status],
    ...[booking.startsAt?.toISOString() ?? '', String(booking.durationMinutes)],
    ...[String(booking.coachId), coach, String(booking.studentId), student, service],
    ...[String(booking.quantity), 'USD', printCents(amountCents)],
    ...[paidAt?.toISOString() ?? '', printCents(paidAt ? (paidCents ?? amountCents) : 0)],
    ...[printCents(booking.refundedCents), booking.refund],
    ...[printCents(failedRest(booking, failedCents)), booking.refundReason ?? ''],
    booking.paymentIntent ?? '',
  ];
}

export const printBookings = (db: Database, matches: SQL | undefined): AsyncGenerator<string> =>
  printRows<Row>({
    head: HEAD,
    read: (last, limit) => readBatch(db, and(gt(bookings.id, last), matches), limit),
    getId: ({ booking }) => booking.id,
    toCells,
  });
