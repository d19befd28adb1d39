import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { isExclusionViolation } from '../../core/db/errors';
import type { Database } from '../../core/db/open';
import { bookings, coaches } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import { attemptMove } from '../accounts/rate-limits';
import { endExpiredHolds } from '../coaches/holds';
import type { Moving } from '../coaches/slots';
import { parseTimeZone } from '../coaches/zone';
import { holdMails, statusTopic } from '../mail/delayed-mails';
import { movedMails } from '../mail/messages';
import { lockPeople } from '../people/lock-people';
import { type Parties, readParties } from '../people/parties';
import { dropReminders } from '../reminders/drop';
import { isFreeStart, TAKEN, timesOfWeek } from './other-times';
import { lockStudentBooking } from './student-booking';

type Booking = typeof bookings.$inferSelect;

type Movable = Booking & Moving & { cancelUntil: Date };

interface Attempt {
  now: Date;
  /** Requested start; absent for the list of free ones. */
  start?: Date;
  suggested?: boolean | undefined;
}

const isSuggested = ({ suggestedStart }: Booking, start: Date) =>
  suggestedStart?.getTime() === start.getTime();

/** Throws unless the policy shown before payment allows the move. A start that the coach suggested may be taken until the session begins. */
function requireMovable(
  booking: Booking,
  { isCoachActive }: Pick<Parties, 'isCoachActive'>,
  { now, start, suggested = false }: Attempt,
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
    throw new Problem(409, "This order has no set time, so there's nothing to move.");
  const byCoach = start !== undefined && isSuggested(booking, start);
  if (suggested && !byCoach) throw new Problem(409, 'Your coach no longer suggests this time.');
  if (now >= (byCoach ? startsAt : cancelUntil))
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
  const isOwn = and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId));
  const [booking] = await db.select().from(bookings).where(isOwn);
  if (!booking) throw notFound();
  const current = now();
  requireMovable(booking, await readParties(db, booking), { now: current });
  return timesOfWeek(db, booking, { from, now: current });
}

interface MoveRequest {
  bookingId: number;
  start: Date;
  zone: string | undefined;
  suggested: boolean | undefined;
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
  { bookingId, start, zone, suggested }: MoveRequest,
): Promise<{ startsAt: Date; until: Date }> {
  await lockCoachOf(tx, studentId, bookingId);
  const booking = await lockStudentBooking(tx, studentId, bookingId);
  const current = now();
  const parties = await readParties(tx, booking);
  const moved = movedAlready(booking, start);
  if (moved) return moved;
  requireMovable(booking, parties, { now: current, start, suggested });
  const { startsAt, endsAt, cancelUntil } = booking;
  const byCoach = isSuggested(booking, start);
  await endExpiredHolds(tx, current);
  if (!(await isFreeStart(tx, booking, { start, now: current, byCoach })))
    throw new Problem(409, TAKEN);
  await attemptMove(tx, current, bookingId);
  const by = start.getTime() - startsAt.getTime();
  const later = (moment: Date) => new Date(moment.getTime() + by);
  const change = {
    startsAt: start,
    endsAt: later(endsAt),
    cancelUntil: later(cancelUntil),
    sequence: booking.sequence + 1,
    movedFrom: startsAt,
    movedAt: current,
    undoStatus: null,
    undoUntil: null,
    timeZone: parseTimeZone(zone) ?? booking.timeZone,
  };
  await tx.update(bookings).set(change).where(eq(bookings.id, bookingId));
  await dropReminders(tx, bookingId);
  const about = { config, booking: { ...booking, ...change }, parties };
  const mails = movedMails({ ...about, byCoach }, current);
  await holdMails(tx, mails, { topic: statusTopic(bookingId), now: current });
  return { startsAt: start, until: change.cancelUntil };
}

/** The answer to a repeated request, also after the deadline that has moved along. */
function movedAlready({ status, startsAt, cancelUntil }: Booking, start: Date) {
  const isThere = status === 'confirmed' && startsAt?.getTime() === start.getTime();
  return isThere && cancelUntil ? { startsAt, until: cancelUntil } : null;
}

/** Serializes orders and moves of both people, like `createBooking`. */
async function lockCoachOf(tx: Database, studentId: number, bookingId: number): Promise<void> {
  const [booking] = await tx
    .select({ coachId: bookings.coachId })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.studentId, studentId)));
  if (!booking) throw notFound();
  const [coach] = await tx
    .select({ userId: coaches.userId })
    .from(coaches)
    .where(eq(coaches.id, booking.coachId))
    .for('update');
  if (coach) await lockPeople(tx, [coach.userId, studentId]);
}
