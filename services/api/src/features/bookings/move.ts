import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isExclusionViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { bookings, coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { attemptMove } from '../accounts/rate-limits';
import { type Moving, otherStarts } from '../coaches/slots';
import { parseTimeZone } from '../coaches/zone';
import { movedMails } from '../mail/messages';
import { queueMail } from '../mail/outbox';
import { type Parties, partiesOf } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { endExpiredHolds } from './holds';
import { lockStudentBooking } from './student-booking';

type Booking = typeof bookings.$inferSelect;

const WEEK_MS = 7 * 24 * 3_600_000;
const TAKEN = 'This time is no longer available.';

type Movable = Booking & Moving & { cancelUntil: Date };

/** Throws unless the policy shown before payment allows the move. */
function requireMovable(
  booking: Booking,
  { isCoachActive }: Pick<Parties, 'isCoachActive'>,
  now: Date,
): asserts booking is Movable {
  const { status, startsAt, endsAt, cancelUntil } = booking;
  if (status === 'completed')
    throw new Problem(409, 'This session is over and can no longer be moved.');
  if (status !== 'confirmed')
    throw new Problem(409, 'This session is cancelled. Please book another one.');
  if (!isCoachActive)
    throw new Problem(
      409,
      "Your coach isn't available right now. You can cancel this booking for a full refund if it hasn't started.",
    );
  if (!startsAt || !endsAt || !cancelUntil)
    throw new Problem(409, 'This order has no set time. Ask your coach to change it.');
  if (now >= cancelUntil)
    throw new Problem(
      409,
      "It's too late to move this session. Your coach can still cancel it with a full refund.",
    );
}

export async function timesToMove(
  { db, now }: Dependencies,
  studentId: number,
  { bookingId, from }: { bookingId: number; from: Date },
): Promise<{ starts: string[]; next: string | null }> {
  const own = and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId));
  const [booking] = await db.select().from(bookings).where(own);
  if (!booking) throw notFound();
  const current = now();
  requireMovable(booking, await partiesOf(db, booking), current);
  const begin = Math.max(from.getTime(), current.getTime());
  const end = begin + WEEK_MS;
  const { starts, latest } = await otherStarts(db, booking, {
    from: begin,
    until: end,
    now: current,
  });
  return {
    starts: starts.map((start) => new Date(start).toISOString()),
    next: end <= latest ? new Date(end).toISOString() : null,
  };
}

interface MoveRequest {
  bookingId: number;
  start: Date;
  zone: string | undefined;
}

/** Moves a student's session to another free start and emails both parties. Idempotent. The cancellation deadline moves along. */
export async function moveSession(
  deps: Dependencies,
  studentId: number,
  request: MoveRequest,
): Promise<{ startsAt: Date; until: Date }> {
  try {
    return await transact(deps.db, (tx) => move({ ...deps, db: tx }, studentId, request));
  } catch (error) {
    throw isExclusionViolation(error) ? new Problem(409, TAKEN) : error;
  }
}

async function move(
  { db: tx, config, now }: Dependencies,
  studentId: number,
  { bookingId, start, zone }: MoveRequest,
): Promise<{ startsAt: Date; until: Date }> {
  await lockCoachOf(tx, studentId, bookingId);
  const booking = await lockStudentBooking(tx, studentId, bookingId);
  const current = now();
  const parties = await partiesOf(tx, booking);
  requireMovable(booking, parties, current);
  const { startsAt, endsAt, cancelUntil } = booking;
  if (startsAt.getTime() === start.getTime()) return { startsAt, until: cancelUntil };
  await endExpiredHolds(tx, current);
  const from = start.getTime();
  const { starts } = await otherStarts(tx, booking, { from, until: from + 1, now: current });
  if (starts.length === 0) throw new Problem(409, TAKEN);
  await attemptMove(tx, current, bookingId);
  const by = from - startsAt.getTime();
  const later = (moment: Date) => new Date(moment.getTime() + by);
  const change = {
    startsAt: start,
    endsAt: later(endsAt),
    cancelUntil: later(cancelUntil),
    sequence: booking.sequence + 1,
    movedFrom: startsAt,
    movedAt: current,
    timeZone: parseTimeZone(zone) ?? booking.timeZone,
  };
  await tx.update(bookings).set(change).where(eq(bookings.id, bookingId));
  await dropReminders(tx, bookingId);
  const about = { config, booking: { ...booking, ...change }, parties };
  for (const mail of movedMails(about, current)) await queueMail(tx, mail, current);
  return { startsAt: start, until: change.cancelUntil };
}

/** Serializes orders and moves of a coach, like `createBooking`. Database constraints are the final guard. */
async function lockCoachOf(tx: Database, studentId: number, bookingId: number): Promise<void> {
  const [booking] = await tx
    .select({ coachId: bookings.coachId })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId)));
  if (!booking) throw notFound();
  await tx
    .select({ id: coaches.id })
    .from(coaches)
    .where(eq(coaches.id, booking.coachId))
    .for('update');
}
